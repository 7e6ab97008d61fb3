import { type Dispatch, useEffect } from 'react';
import { cookiesWork } from '../backend/cookies';
import { startedInThisBrowser } from '../backend/sign-up';
import { waitForPendingSaves } from '../pending-saves';
import { factsOf } from './sign-up-draft';
import type { Facts, SignUpState } from './sign-up-facts';
import type { SignUpAction } from './sign-up-state';

/** Looks up this browser's sign-up or draft for a study while the lookup is `'running'`. */
export function useEarlierSignUp(
  studyNumber: string,
  lookup: SignUpState['lookup'],
  dispatch: Dispatch<SignUpAction>,
): void {
  const isRunning = lookup === 'running';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `dispatch` never changes
  useEffect(() => {
    let isCurrent = isRunning;
    if (isRunning) {
      lookUp(studyNumber)
        .catch((): Facts => ({ lookup: 'failed' }))
        .then((facts) => isCurrent && dispatch({ type: 'facts', facts }));
    }
    return () => {
      isCurrent = false;
    };
  }, [studyNumber, isRunning]);
}

async function lookUp(studyNumber: string): Promise<Facts> {
  await waitForPendingSaves();
  const started = await startedInThisBrowser(studyNumber);
  // If the server knows the browser, its cookie arrived.
  const isKnown = started.data !== null || started.draft !== null;
  return isKnown || (await cookiesWork())
    ? { ...factsOf(studyNumber, started), lookup: 'done' }
    : { lookup: 'done', cookies: 'blocked' };
}
