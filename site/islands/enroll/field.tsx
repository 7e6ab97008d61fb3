import type { ReactNode } from 'react';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';

/** What every field has. */
export type FieldProps = { name: string; label: string; hint?: string; optional?: boolean };

/** What an input needs to belong to its field. */
export type FieldWiring = {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

/** A label, a hint, a message, and the one input that `children` draws. */
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

/** The hint and the message of a field. */
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

/** The ids of the notes that belong to a field. */
export function describedBy(name: string, hint?: string, error?: string): string | undefined {
  const ids = [hint && fieldId(name, 'hint'), error && fieldId(name, 'error')].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
