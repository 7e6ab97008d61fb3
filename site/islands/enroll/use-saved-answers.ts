import { useLayoutEffect, useRef } from 'react';
import { saveDraft } from '../backend/draft';
import type { Answer } from '../wire/Answer';
import { fillIn } from './form-draft';
import { useDebounced, useLeaving } from './save-times';

/** How long to wait after the last answer before saving, in milliseconds. */
const SAVE_DELAY = 300;

/** Saves the answers to a study's questions. */
export type SavedAnswers = {
  /** For the element that contains the form. */
  ref: React.RefObject<HTMLDivElement | null>;
  onChange: () => void;
  /** The current answers in the form. */
  given: () => Answer[];
  /** Saves the answers that changed since the last time. */
  save: () => void;
  /** Stops saving. */
  stop: () => void;
};

/** Saves answers shortly after each change and when the page is left or hidden. Restores the answers of the draft. */
export function useSavedAnswers(studyNumber: string, draft: Answer[]): SavedAnswers {
  const ref = useRef<HTMLDivElement>(null);
  const hasChanges = useRef(false);
  const form = () => ref.current?.querySelector('form') ?? null;

  // Runs before the questions are visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the questions are mounted
  useLayoutEffect(() => {
    const element = form();
    if (element !== null) {
      fillIn(element, Object.fromEntries(draft.map(({ sys_id, answer }) => [sys_id, answer])));
    }
  }, []);

  const given = () => {
    const element = form();
    const entries = element === null ? [] : [...new FormData(element)];
    return entries.map(([sys_id, answer]) => ({ sys_id, answer }) as Answer);
  };
  const save = () => {
    if (hasChanges.current && form() !== null) {
      hasChanges.current = false;
      saveDraft(studyNumber, { begun_answers: given() }).catch(() => {
        // Retried with the next answer, or when the page is left.
        hasChanges.current = true;
      });
    }
  };
  useLeaving(save);
  const saveSoon = useDebounced(SAVE_DELAY, save);

  const onChange = () => {
    hasChanges.current = true;
    saveSoon();
  };
  const stop = () => {
    hasChanges.current = false;
  };
  return { ref, onChange, given, save, stop };
}
