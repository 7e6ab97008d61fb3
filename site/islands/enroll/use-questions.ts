import { useEffect } from 'react';
import { isCancelled } from '../backend/backend-error';
import { questionsOf } from '../backend/questions';
import type { PublicQuestion } from '../wire/PublicQuestion';

/** The questions of a study. */
export type Questions = 'loading' | 'failed' | PublicQuestion[];

/** Loads the pre-screening questions of a study. */
export function useQuestions(
  sysId: string,
  studyNumber: string,
  isLoading: boolean,
  onChange: (questions: Questions) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another callback doesn't load again
  useEffect(() => {
    if (!isLoading) {
      return;
    }
    const call = new AbortController();
    questionsOf(sysId, studyNumber, call.signal).then(
      onChange,
      (error: unknown) => isCancelled(error) || onChange('failed'),
    );
    return () => call.abort();
  }, [sysId, studyNumber, isLoading]);
}
