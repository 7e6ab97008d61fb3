import { useState } from 'react';
import type { FormError } from '../parts/error-summary';
import type { FieldError } from '../wire/FieldError';
import { fieldOf, targetOf } from './field-ids';

/** What is wrong with a form now: in its summary, and beside its fields. */
export type FormErrors = {
  summary: { title: string; errors: FormError[]; attempt: number } | null;
  beside: Record<string, string>;
  /** Shows errors of fields, and moves the focus to the summary. */
  show: (title: string, errors: FieldError[]) => void;
  /** Shows a failure that belongs to no field, with sentences that help. */
  fail: (title: string, help: string[]) => void;
  /** Sets or removes the message beside one field. */
  mark: (field: string, message: string | null) => void;
  clear: () => void;
};

/** Keeps the errors of one form. */
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
