import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import type { Change, KeptPart, MissingPart } from './kept-parts';
import { PartField } from './part-field';
import type { DescribeWords } from './words-en';

/** The parts, those to add, what changes them, and what gets the focus when none is left. */
export type PartChipsProps = {
  parts: KeptPart[];
  missing?: MissingPart[];
  label: string;
  words: DescribeWords;
  onChange: (changed: UnderstoodDescription) => void;
  focusWithoutParts: RefObject<HTMLElement | null>;
};

/** Parts of a description, each with a button that removes it and, for some, one that changes it in place. */
export function PartChips({
  parts,
  missing = [],
  label,
  words,
  onChange,
  focusWithoutParts,
}: PartChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);

  const remove = (part: KeptPart, index: number) => {
    flushSync(() => {
      onChange(part.without);
      setSaid(words.removed(part.label));
    });
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? focusWithoutParts.current)?.focus();
  };

  const close = (key: string) => {
    flushSync(() => setOpen(null));
    list.current?.querySelector<HTMLElement>(`[data-changes="${key}"]`)?.focus();
  };

  const save = (key: string, change: Change, value: string, detail: string) => {
    onChange(change.withValue(value, detail));
    setSaid(words.changed(change.label));
    close(key);
  };

  const field = (key: string, change: Change) => (
    <PartField
      change={change}
      words={words}
      onSave={(value, detail) => save(key, change, value, detail)}
      onCancel={() => close(key)}
    />
  );

  return (
    <>
      <ul className="chips" aria-label={label} ref={list}>
        {parts.map((part, index) =>
          part.change !== undefined && open === part.key ? (
            <li className="chips__field" key={part.key}>
              {field(part.key, part.change)}
            </li>
          ) : (
            <li className="chips__pair" key={part.key}>
              {part.change !== undefined && (
                <button
                  className="chip"
                  type="button"
                  data-changes={part.key}
                  onClick={() => setOpen(part.key)}
                >
                  <span className="visually-hidden">{words.change}: </span>
                  {part.label}
                </button>
              )}
              <button className="chip" type="button" data-removes="" onClick={() => remove(part, index)}>
                <span className="visually-hidden">{words.remove}: </span>
                <span className={part.change && 'visually-hidden'}>{part.label}</span>
                <span className="chip__remove" aria-hidden="true">
                  ×
                </span>
              </button>
            </li>
          ),
        )}
        {missing.map(({ key, label: name, change }) => (
          <li className={open === key ? 'chips__field' : undefined} key={key}>
            {open === key ? (
              field(key, change)
            ) : (
              <button className="chip" type="button" data-changes={key} onClick={() => setOpen(key)}>
                {words.add(name)}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
