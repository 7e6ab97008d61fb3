import { describedBy, FieldNotes, type FieldProps } from '../enroll/field';
import { useFieldError } from '../enroll/field-errors';
import { fieldId } from '../enroll/field-ids';

/** A choice: its form value and its label. */
export type RadioOption<T extends string = string> = { value: T; label: string };

/**
 * A question with radio buttons. It doesn't use the choice field of the sign-up: a module that only some forms share becomes
 * a file of its own, which the sign-up would have to load.
 */
export function RadioChoice({ options, ...field }: FieldProps & { options: RadioOption[] }) {
  const { name, label, hint, optional } = field;
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
      <div className="options options--row">
        {options.map(({ value, label }, index) => (
          <label className="option" key={value}>
            <input
              className="option__input"
              type="radio"
              id={fieldId(name, String(index))}
              name={name}
              value={value}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
