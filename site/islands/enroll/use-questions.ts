import { useEffect, useState } from 'react';
import { isCancelled } from '../backend/backend-error';
import { questionsOf } from '../backend/questions';
import type { AskedQuestion } from '../wire/AskedQuestion';

/** The questions of a study. The list is empty while loading and after a failure. */
export type Questions = { state: 'loading' | 'loaded' | 'failed'; list: AskedQuestion[]; reload: () => void };

/** Loads the pre-screening questions of a study. */
export function useQuestions(sysId: string, studyNumber: string): Questions {
  const [questions, setQuestions] = useState<Omit<Questions, 'reload'>>({ state: 'loading', list: [] });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const call = new AbortController();
    setQuestions({ state: 'loading', list: [] });
    questionsOf(sysId, studyNumber, call.signal).then(
      (list) => setQuestions({ state: 'loaded', list }),
      (error: unknown) => isCancelled(error) || setQuestions({ state: 'failed', list: [] }),
    );
    return () => call.abort();
  }, [sysId, studyNumber, attempt]);
  return { ...questions, reload: () => setAttempt((count) => count + 1) };
}
