import { type InputHTMLAttributes, type SyntheticEvent, type TextareaHTMLAttributes, useState } from 'react';
import { LINE, LINES, lengthOf } from '../typed/text-length';
import { Field, type FieldProps } from './field';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'onBlur' | 'spellCheck' | 'autoCapitalize'
>;

/** How wide the box is: as wide as what one types into it. */
export type FieldWidth = 'full' | 'half' | 'short';

/** From this share of its room on, a field says how much is left. */
const COUNTED_FROM = 0.8;
/** From this share on, the place for it exists: a screen reader announces only changes of a place that is there. */
const PLACE_FROM = 0.5;

/** One line of text. */
export function TextField({
  width = 'full',
  most = LINE,
  ...props
}: FieldProps & InputProps & { width?: FieldWidth; most?: number }) {
  const { name, label, hint, optional, ...input } = props;
  const [length, count] = useLength();
  return (
    <Field {...fieldOf({ name, label, hint, optional })}>
      {(wiring) => (
        <>
          <input className={`input input--${width}`} type="text" onInput={count} {...input} {...wiring} />
          <CharactersLeft length={length} most={most} />
        </>
      )}
    </Field>
  );
}

type AreaProps = Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'autoComplete'>;

/** Several lines of text. */
export function TextAreaField({ name, label, hint, optional, ...area }: FieldProps & AreaProps) {
  const [length, count] = useLength();
  return (
    <Field {...fieldOf({ name, label, hint, optional })}>
      {(wiring) => (
        <>
          <textarea className="input input--area" rows={3} onInput={count} {...area} {...wiring} />
          <CharactersLeft length={length} most={LINES} />
        </>
      )}
    </Field>
  );
}

function useLength(): [length: number, count: (event: SyntheticEvent<TypedInto>) => void] {
  const [length, setLength] = useState(0);
  return [length, ({ currentTarget }) => setLength(lengthOf(currentTarget.value))];
}

type TypedInto = HTMLInputElement | HTMLTextAreaElement;

/** How much room a field has left, once it is nearly full. Nothing is cut off: what is too much stays, and is counted. */
function CharactersLeft({ length, most }: { length: number; most: number }) {
  if (length < most * PLACE_FROM) {
    return null;
  }
  const left = most - length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  const words = left < 0 ? `${-left} ${characters} too many` : `${left} ${characters} left`;
  return (
    <p className={left < 0 ? 'field__count field__count--over' : 'field__count'} role="status">
      {length >= most * COUNTED_FROM ? words : ''}
    </p>
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
