import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'onBlur' | 'spellCheck' | 'autoCapitalize'
>;

/** How wide the box is: as wide as what one types into it. */
export type FieldWidth = 'full' | 'half' | 'short';

/** One line of text. */
export function TextField({ width = 'full', ...props }: FieldProps & InputProps & { width?: FieldWidth }) {
  const { name, label, hint, optional, ...input } = props;
  return (
    <Field {...fieldOf({ name, label, hint, optional })}>
      {(wiring) => (
        <input className={`input input--${width}`} type="text" maxLength={100} {...input} {...wiring} />
      )}
    </Field>
  );
}

type AreaProps = Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'autoComplete'>;

/** Several lines of text. */
export function TextAreaField({ name, label, hint, optional, ...area }: FieldProps & AreaProps) {
  return (
    <Field {...fieldOf({ name, label, hint, optional })}>
      {(wiring) => <textarea className="input input--area" rows={3} maxLength={2000} {...area} {...wiring} />}
    </Field>
  );
}

function fieldOf(field: {
  name: string;
  label: string;
  hint: string | undefined;
  optional: boolean | undefined;
}) {
  const { name, label, hint, optional = false } = field;
  return hint === undefined ? { name, label, optional } : { name, label, optional, hint };
}
