import { useEffect, useState } from 'react';
import { begunInThisBrowser, type SignUp } from '../backend/sign-up';
import type { Answer } from '../wire/Answer';

/** What this browser began for a study before: a sign-up, or the answers to its questions. */
export type Begun = { signUp: SignUp | null; answers: Answer[] | null };

const NOTHING: Begun = { signUp: null, answers: null };

/**
 * What this browser began for this study, and a way to leave the sign-up aside. When it can't be asked for, the person
 * begins anew: the server recognizes what was sent before.
 */
export function useEarlierSignUp(studyNumber: string): [Begun | 'loading', () => void] {
  const [earlier, setEarlier] = useState<Begun | 'loading'>('loading');
  useEffect(() => {
    let wanted = true;
    begunInThisBrowser()
      .catch(() => ({ data: null, draft: null }))
      .then(({ data, draft }) => {
        if (wanted) {
          setEarlier({
            signUp: data?.study_number === studyNumber ? data : null,
            answers: draft?.study_number === studyNumber && draft.answers.length > 0 ? draft.answers : null,
          });
        }
      });
    return () => {
      wanted = false;
    };
  }, [studyNumber]);
  return [earlier, () => setEarlier(NOTHING)];
}
