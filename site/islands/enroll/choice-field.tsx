import type { ReactNode } from 'react';
import { describedBy, FieldNotes, type FieldProps } from './field';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';

/** A choice: its form value and its label. */
export type Choice = { value: string; label: string };

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
