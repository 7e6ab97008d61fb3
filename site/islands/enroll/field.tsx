import type { ReactNode } from 'react';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';

/** The props of every field. */
export type FieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
};

/** The attributes that connect an input with its field. */
export type FieldWiring = {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

/** A label, a hint, an error message, and the input that `children` renders. */
export function Field({ children, ...field }: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const { name, label, hint, optional = false } = field;
  const error = useFieldError(name);
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label className="field__label" htmlFor={fieldId(name)}>
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
      </label>
      <FieldNotes name={name} hint={hint} />
      {children({
        id: fieldId(name),
        name,
        required: !optional,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy(name, hint, error),
      })}
    </div>
  );
}

/** The hint and the error message of a field. */
export function FieldNotes({ name, hint }: { name: string; hint?: string | undefined }) {
  const error = useFieldError(name);
  return (
    <>
      {hint && (
        <p className="field__hint" id={fieldId(name, 'hint')}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={fieldId(name, 'error')}>
          {error}
        </p>
      )}
    </>
  );
}

/** The ids of a field's hint and error message. */
export function describedBy(name: string, hint?: string, error?: string): string | undefined {
  const ids = [hint && fieldId(name, 'hint'), error && fieldId(name, 'error')].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
