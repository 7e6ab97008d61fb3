import { useEffect, useState } from 'react';
import { isCancelled, plainSentence } from './backend/backend-error';
import { lookUp } from './look-up';
import { useAddress } from './use-address';
import type { StudyPage } from './wire/StudyPage';

/** The state of a study lookup. */
export type StudyLookup =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'found'; study: StudyPage };

type Outcome = Exclude<StudyLookup, { state: 'failed' }> | { state: 'failed'; message: string };

/** Looks up the study that the page's address names: `/study/{id}` or `/enroll/{id}/…`. */
export function useStudyOfAddress(): StudyLookup {
  const id = studyIdFromPath(useAddress()?.path);
  const [outcome, setOutcome] = useState<Outcome>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    if (id === null) {
      return;
    }
    const call = new AbortController();
    setOutcome({ state: 'loading' });
    lookUp(id, call.signal).then(
      (study) => setOutcome(study ? { state: 'found', study } : { state: 'missing' }),
      (error: unknown) =>
        isCancelled(error) || setOutcome({ state: 'failed', message: plainSentence(error) }),
    );
    return () => call.abort();
  }, [id, attempt]);
  return outcome.state === 'failed' ? { ...outcome, retry: () => setAttempt((count) => count + 1) } : outcome;
}

function studyIdFromPath(path: string | undefined): string | null {
  if (path === undefined) {
    return null;
  }
  try {
    return decodeURIComponent(path.split('/')[2] ?? '');
  } catch {
    return '';
  }
}
