import { useLayoutEffect, useRef } from 'react';
import { keepDraft } from '../backend/draft';
import type { Answer } from '../wire/Answer';
import { fillIn } from './kept-form';
import { useLeaving } from './use-leaving';
import { useQuiet } from './use-quiet';

/** How long no other answer is given before those that are given are kept, in milliseconds. */
const QUIET = 300;

/** What the questions of a study need so that no answer is lost before all are checked. */
export type KeptAnswers = {
  /** Belongs to what holds the form. */
  ref: React.RefObject<HTMLDivElement | null>;
  onChange: () => void;
  /** The answers as they stand in the form. */
  given: () => Answer[];
  /** Keeps what was answered since the last time. */
  keep: () => void;
  /** Keeps nothing of these answers any more. */
  stop: () => void;
};

/** Keeps answers soon after each is given, and when their page is left or put aside, and puts back what was answered before. */
export function useKeptAnswers(studyNumber: string, before: Answer[]): KeptAnswers {
  const ref = useRef<HTMLDivElement>(null);
  const isNew = useRef(false);
  const form = () => ref.current?.querySelector('form') ?? null;

  // Before anybody can see the questions and answer them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the questions are there
  useLayoutEffect(() => {
    const asked = form();
    if (asked !== null) {
      fillIn(asked, Object.fromEntries(before.map(({ sys_id, answer }) => [sys_id, answer])));
    }
  }, []);

  const given = () => {
    const asked = form();
    const entries = asked === null ? [] : [...new FormData(asked)];
    return entries.map(([sys_id, answer]) => ({ sys_id, answer }) as Answer);
  };
  const keep = () => {
    if (isNew.current && form() !== null) {
      isNew.current = false;
      keepDraft(studyNumber, { begun_answers: given() }).catch(() => {
        // Tried again with the next answer, or when the page is left.
        isNew.current = true;
      });
    }
  };
  useLeaving(keep);
  const keepSoon = useQuiet(QUIET, keep);

  const onChange = () => {
    isNew.current = true;
    keepSoon();
  };
  const stop = () => {
    isNew.current = false;
  };
  return { ref, onChange, given, keep, stop };
}

/** Whether one of these answers is another than was given before. */
export function isChanged(given: Answer[], before: Answer[]): boolean {
  return given.some(({ sys_id, answer }) =>
    before.some((known) => known.sys_id === sys_id && known.answer !== answer),
  );
}
