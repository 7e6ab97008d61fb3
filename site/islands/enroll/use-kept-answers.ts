import { useLayoutEffect, useRef } from 'react';
import { keepDraft } from '../backend/draft';
import type { Answer } from '../wire/Answer';
import { fillIn } from './kept-form';
import { useLeaving } from './use-leaving';

/** What the questions of a study need so that no answer is lost before all are checked. */
export type KeptAnswers = {
  /** Belongs to what holds the form. */
  ref: React.RefObject<HTMLDivElement | null>;
  onChange: () => void;
  /** Keeps what was answered since the last time. */
  keep: () => void;
  /** Keeps nothing of these answers any more. */
  stop: () => void;
};

/** Keeps answers when their page is left or put aside, and puts back what was answered before. */
export function useKeptAnswers(studyNumber: string, before: Answer[]): KeptAnswers {
  const ref = useRef<HTMLDivElement>(null);
  const given = useRef(false);
  const form = () => ref.current?.querySelector('form') ?? null;

  // Before anybody can see the questions and answer them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the questions are there
  useLayoutEffect(() => {
    const asked = form();
    if (asked !== null) {
      fillIn(asked, Object.fromEntries(before.map(({ sys_id, answer }) => [sys_id, answer])));
    }
  }, []);

  const keep = () => {
    const asked = form();
    if (given.current && asked !== null) {
      given.current = false;
      const begun_answers = [...new FormData(asked)].map(
        ([sys_id, answer]) => ({ sys_id, answer }) as Answer,
      );
      // What can't be kept is answered once more.
      keepDraft(studyNumber, { begun_answers }).catch(() => {});
    }
  };
  useLeaving(keep);

  const mark = (isGiven: boolean) => () => {
    given.current = isGiven;
  };
  return { ref, onChange: mark(true), keep, stop: mark(false) };
}
