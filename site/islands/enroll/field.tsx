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

/** A choice: its form value and its label. */
export type Choice<T extends string = string> = { value: T; label: string };

/** A question with choices: radio buttons, or checkboxes with `several`. */
export function ChoiceField({
  choices,
  several = false,
  ...field
}: FieldProps & { choices: Choice[]; several?: boolean }) {
  return (
    <ChoiceFrame {...field}>
      <div className={several ? 'options' : 'options options--row'}>
        {choices.map(({ value, label }, index) => (
          <label className="option" key={value}>
            <input
              className="option__input"
              type={several ? 'checkbox' : 'radio'}
              id={fieldId(field.name, String(index))}
              name={field.name}
              value={value}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </ChoiceFrame>
  );
}

/** A group of inputs below one question. */
export function ChoiceFrame({
  name,
  label,
  hint,
  optional = false,
  children,
}: FieldProps & { children: ReactNode }) {
  const error = useFieldError(name);
  return (
    <fieldset
      className={error ? 'field has-error' : 'field'}
      aria-describedby={describedBy(name, hint, error)}
    >
      <legend className="field__label">
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
      </legend>
      <FieldNotes name={name} hint={hint} />
      {children}
    </fieldset>
  );
}

/** A box to tick. */
export type TickBoxProps = {
  id: string;
  isTicked: boolean;
  isRequired?: boolean;
  error: string | undefined;
  onTicked: (isTicked: boolean) => void;
  children: ReactNode;
};

/** A box to tick, with its error message. */
export function TickBox({ id, isTicked, isRequired = true, error, onTicked, children }: TickBoxProps) {
  const errorId = `${id}-error`;
  return (
    <div className={error ? 'consent has-error' : 'consent'}>
      {error && (
        <p className="field__error" id={errorId}>
          {error}
        </p>
      )}
      <label className="option">
        <input
          className="option__input"
          type="checkbox"
          id={id}
          checked={isTicked}
          required={isRequired}
          onChange={(event) => onTicked(event.currentTarget.checked)}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{children}</span>
      </label>
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
