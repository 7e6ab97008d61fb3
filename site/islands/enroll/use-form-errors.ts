import { useState } from 'react';
import type { FormError } from '../parts/error-summary';
import type { FieldError } from '../wire/FieldError';
import { fieldOf, targetOf } from './field-ids';

/** The current errors of a form: in its summary and next to its fields. */
export type FormErrors = {
  summary: { title: string; errors: FormError[]; attempt: number } | null;
  beside: Record<string, string>;
  /** Shows field errors and moves the focus to the summary. */
  show: (title: string, errors: FieldError[]) => void;
  /** Shows a failure that belongs to no field, with helpful sentences. */
  fail: (title: string, help: string[]) => void;
  /** Sets or removes the message of one field. */
  mark: (field: string, message: string | null) => void;
  clear: () => void;
};

/** Manages the errors of one form. */
export function useFormErrors(): FormErrors {
  const [summary, setSummary] = useState<FormErrors['summary']>(null);
  const [beside, setBeside] = useState<Record<string, string>>({});
  const summarize = (title: string, errors: FormError[]) =>
    setSummary((before) => ({ title, errors, attempt: (before?.attempt ?? 0) + 1 }));
  return {
    summary,
    beside,
    show: (title, errors) => {
      setBeside(Object.fromEntries(errors.map(({ field, message }) => [fieldOf(field), message])));
      summarize(
        title,
        errors.map(({ field, message }) => ({ target: targetOf(field), message })),
      );
    },
    fail: (title, help) => {
      setBeside({});
      summarize(
        title,
        help.map((message) => ({ target: null, message })),
      );
    },
    mark: (field, message) =>
      setBeside(({ [field]: _before, ...others }) =>
        message === null ? others : { ...others, [field]: message },
      ),
    clear: () => {
      setBeside({});
      setSummary(null);
    },
  };
}
