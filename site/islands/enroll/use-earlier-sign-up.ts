import { type Dispatch, useEffect } from 'react';
import { cookiesWork } from '../backend/cookies';
import { startedInThisBrowser } from '../backend/sign-up';
import { waitForPendingSaves } from '../pending-saves';
import { factsOf } from './sign-up-draft';
import type { SignUpAction } from './sign-up-state';

/**
 * Looks up this browser's sign-up or draft for a study. If that fails, the visitor starts over: the server recognizes a
 * form that was already sent.
 */
export function useEarlierSignUp(studyNumber: string, dispatch: Dispatch<SignUpAction>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `dispatch` never changes
  useEffect(() => {
    let isMounted = true;
    waitForPendingSaves()
      .then(() => startedInThisBrowser(studyNumber))
      .catch(() => null)
      .then(async (started) => {
        // If the server knows the browser, its cookie arrived.
        const isUnknown = started !== null && started.data === null && started.draft === null;
        const work = !isUnknown || (await cookiesWork());
        if (isMounted) {
          const facts = started && work ? factsOf(studyNumber, started) : {};
          dispatch({ type: 'facts', facts: { ...facts, cookies: work ? 'work' : 'blocked' } });
        }
      });
    return () => {
      isMounted = false;
    };
  }, [studyNumber]);
}
