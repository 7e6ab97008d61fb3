import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import type { KeptPart } from './kept-parts';
import type { DescribeWords } from './words-en';

/** The parts, what removes one, and what gets the focus when none is left. */
export type PartChipsProps = {
  parts: KeptPart[];
  label: string;
  words: DescribeWords;
  onRemove: (rest: UnderstoodDescription) => void;
  focusWithoutParts: RefObject<HTMLElement | null>;
};

/** Parts of a description, each with a button that removes it. */
export function PartChips({ parts, label, words, onRemove, focusWithoutParts }: PartChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<string | null>(null);

  const remove = (part: KeptPart, index: number) => {
    flushSync(() => {
      onRemove(part.without);
      setRemoved(part.label);
    });
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? focusWithoutParts.current)?.focus();
  };

  return (
    <>
      <ul className="chips" aria-label={label} ref={list}>
        {parts.map((part, index) => (
          <li key={part.key}>
            <button className="chip" type="button" onClick={() => remove(part, index)}>
              <span className="visually-hidden">{words.remove}: </span>
              {part.label}
              <span className="chip__remove" aria-hidden="true">
                ×
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {removed !== null && words.removed(removed)}
      </p>
    </>
  );
}
