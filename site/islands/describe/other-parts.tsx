import { useRef } from 'react';
import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import { otherParts } from './kept-parts';
import { PartChips } from './part-chips';
import type { DescribeWords } from './words-en';

/** What was understood, and what removes a part of it. */
type OtherPartsProps = {
  understood: UnderstoodDescription;
  words: DescribeWords;
  onChange: (changed: UnderstoodDescription) => void;
};

/** The parts that the search doesn't use. The section stays when its last part is removed, so that its title gets the focus. */
export function OtherParts({ understood, words, onChange }: OtherPartsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const parts = otherParts(understood, words);
  const wasShown = useRef(false);
  wasShown.current ||= parts.length > 0;
  if (!wasShown.current) {
    return null;
  }
  return (
    <section>
      <h3 className="describe__title" ref={title} tabIndex={-1}>
        {words.others}
      </h3>
      <PartChips
        parts={parts}
        label={words.others}
        words={words}
        onChange={onChange}
        focusWithoutParts={title}
      />
      <p className="field__hint">{words.othersHint}</p>
    </section>
  );
}
