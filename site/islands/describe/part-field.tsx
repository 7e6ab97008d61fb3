import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Change } from './kept-parts';
import type { DescribeWords } from './words-en';

/** What is changed, and what follows. */
type PartFieldProps = {
  change: Change;
  words: DescribeWords;
  onSave: (value: string, detail: string) => void;
  onCancel: () => void;
};

/**
 * The fields that change a part in place. Enter saves, and Escape cancels. They have no names, so that the form around them
 * doesn't send them.
 */
export function PartField({ change, words, onSave, onCancel }: PartFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const detail = useRef<HTMLSelectElement>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select?.();
  }, []);

  const save = () => {
    const value = (field.current?.value ?? '').trim();
    const problem = change.problemOf(value);
    setError(problem);
    if (problem === null) {
      onSave(value, detail.current?.value ?? '');
    } else {
      field.current?.focus();
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a letter.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    }
  };

  const attributes = {
    ref: field,
    id: `${id}field`,
    defaultValue: change.value,
    onKeyDown,
    'aria-invalid': error === null ? undefined : true,
    'aria-describedby': error === null ? undefined : `${id}error`,
  };
  return (
    <div className={error === null ? 'field' : 'field has-error'}>
      <label className="field__label" htmlFor={`${id}field`}>
        {change.label}
      </label>
      {error !== null && (
        <p className="field__error" id={`${id}error`}>
          {error}
        </p>
      )}
      <div className="chips">
        {change.choices === undefined ? (
          <input className="input" type="text" autoComplete="off" {...attributes} />
        ) : (
          <select className="input select" {...attributes}>
            <option value="">{words.choose}</option>
            {change.choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
        {change.detail !== undefined && (
          <select
            className="input select"
            aria-label={change.detail.label}
            defaultValue={change.detail.value}
            ref={detail}
            onKeyDown={onKeyDown}
          >
            {change.detail.choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
        <button className="button" type="button" onClick={save}>
          {words.save}
        </button>
        <button className="button button--quiet" type="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}
