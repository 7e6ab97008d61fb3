import { useLayoutEffect, useRef } from 'react';
import type { CriterionMark } from '../wire/CriterionMark';
import type { Verdict } from '../wire/Verdict';

const VERDICTS: Record<Verdict, { icon: string; word: string; tone: string }> = {
  met: { icon: '✓', word: 'Fits', tone: 'open' },
  not_met: { icon: '!', word: 'May keep you out', tone: 'soon' },
  unknown: { icon: '?', word: 'Not known from your records', tone: 'closed' },
};

const VERDICTS_IN_ORDER: Verdict[] = ['met', 'not_met', 'unknown'];

/** Each criterion of the study with its verdict. The counts come first and take the focus. */
export function Marks({ marks }: { marks: CriterionMark[] }) {
  const counts = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => counts.current?.focus(), []);
  const count = (selected: Verdict) => marks.filter(({ verdict }) => verdict === selected).length;
  return (
    <>
      <p ref={counts} tabIndex={-1}>
        <strong>
          {marks.length === 0
            ? 'This study has no criteria that we could read.'
            : VERDICTS_IN_ORDER.map((verdict) => `${VERDICTS[verdict].word}: ${count(verdict)}.`).join(' ')}
        </strong>
      </p>
      <ul>
        {marks.map((mark) => (
          <Mark mark={mark} key={`${mark.kind} ${mark.criterion}`} />
        ))}
      </ul>
    </>
  );
}

function Mark({ mark: { kind, criterion, verdict, record, why } }: { mark: CriterionMark }) {
  const { icon, word, tone } = VERDICTS[verdict];
  return (
    <li className="record">
      <p>
        <span className={`status status--${tone} status--icon`}>
          <span aria-hidden="true">{icon}</span> {word}
        </span>
      </p>
      <p>
        {kind === 'exclusion' ? 'Who can’t join: ' : 'Who can join: '}
        <q>{criterion}</q>
      </p>
      {record !== null && (
        <p>
          Your record: <q>{record}</q>
        </p>
      )}
      <p>{why}</p>
    </li>
  );
}
