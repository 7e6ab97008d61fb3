import { type Dispatch, useEffect } from 'react';
import { cookiesWork } from '../backend/cookies';
import { startedInThisBrowser } from '../backend/sign-up';
import { waitForPendingSaves } from '../pending-saves';
import { earlierVisit } from './sign-up-draft';
import type { SignUpAction } from './sign-up-reducer';
import type { SignUpState } from './sign-up-state';

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
        .catch((): SignUpAction => ({ type: 'lookup failed' }))
        .then((action) => isCurrent && dispatch(action));
    }
    return () => {
      isCurrent = false;
    };
  }, [studyNumber, isRunning]);
}

async function lookUp(studyNumber: string): Promise<SignUpAction> {
  await waitForPendingSaves();
  const started = await startedInThisBrowser(studyNumber);
  // If the server knows the browser, its cookie arrived.
  const isKnown = started.data !== null || started.draft !== null;
  return isKnown || (await cookiesWork())
    ? { type: 'looked up', visit: earlierVisit(studyNumber, started), cookies: 'work' }
    : { type: 'looked up', visit: {}, cookies: 'blocked' };
}
