import { useEffect, useState } from 'react';
import { type SignUp, signUpOfThisBrowser } from '../backend/sign-up';

/**
 * The sign-up for this study that this browser holds, and a way to leave it aside. When it can't be asked for, the
 * person begins anew: the server recognizes what was sent before.
 */
export function useEarlierSignUp(studyNumber: string): [SignUp | null | 'loading', () => void] {
  const [earlier, setEarlier] = useState<SignUp | null | 'loading'>('loading');
  useEffect(() => {
    let wanted = true;
    signUpOfThisBrowser()
      .catch(() => null)
      .then((found) => wanted && setEarlier(found?.study_number === studyNumber ? found : null));
    return () => {
      wanted = false;
    };
  }, [studyNumber]);
  return [earlier, () => setEarlier(null)];
}
