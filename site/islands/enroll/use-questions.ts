import { useEffect } from 'react';
import { isCancelled } from '../backend/backend-error';
import { questionsOf } from '../backend/questions';
import type { PublicQuestion } from '../wire/PublicQuestion';

/** The questions of a study. */
export type Questions = 'loading' | 'failed' | PublicQuestion[];

/** Loads the pre-screening questions of a study while they are `'loading'`. */
export function useQuestions(
  sysId: string,
  studyNumber: string,
  questions: Questions,
  onChange: (questions: Questions) => void,
): void {
  const isLoading = questions === 'loading';
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
