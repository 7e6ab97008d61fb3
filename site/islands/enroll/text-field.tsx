import { type InputHTMLAttributes, type SyntheticEvent, type TextareaHTMLAttributes, useState } from 'react';
import { LINE, LINES, lengthOf } from '../typed/text-length';
import { Field, type FieldProps } from './field';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'onBlur' | 'spellCheck' | 'autoCapitalize'
>;

/** The width of the box, by the length of its usual content. */
export type FieldWidth = 'full' | 'half' | 'short';

/** The share of the maximum length from which the remaining characters are shown. */
const COUNT_FROM = 0.8;
/** The share from which the status element exists: screen readers announce only changes of an existing element. */
const STATUS_FROM = 0.5;

/** A field with one line of text. */
export function TextField({
  width = 'full',
  most = LINE,
  ...props
}: FieldProps & InputProps & { width?: FieldWidth; most?: number }) {
  const { name, label, hint, optional, ...input } = props;
  const [length, count] = useLength();
  return (
    <Field {...{ name, label, hint, optional }}>
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

/** A field with several lines of text. */
export function TextAreaField({ name, label, hint, optional, ...area }: FieldProps & AreaProps) {
  const [length, count] = useLength();
  return (
    <Field {...{ name, label, hint, optional }}>
      {(wiring) => (
        <>
          <textarea className="input input--area" rows={3} onInput={count} {...area} {...wiring} />
          <CharactersLeft length={length} most={LINES} />
        </>
      )}
    </Field>
  );
}

function useLength(): [length: number, count: (event: SyntheticEvent<TextElement>) => void] {
  const [length, setLength] = useState(0);
  return [length, ({ currentTarget }) => setLength(lengthOf(currentTarget.value))];
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** The remaining characters of a nearly full field. Text beyond the limit is counted, not cut off. */
function CharactersLeft({ length, most }: { length: number; most: number }) {
  if (length < most * STATUS_FROM) {
    return null;
  }
  const left = most - length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  const words = left < 0 ? `${-left} ${characters} too many` : `${left} ${characters} left`;
  return (
    <p className={left < 0 ? 'field__count field__count--over' : 'field__count'} role="status">
      {length >= most * COUNT_FROM ? words : ''}
    </p>
  );
}
