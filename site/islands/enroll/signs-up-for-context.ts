import { createContext, use } from 'react';
import type { SignsUpFor } from '../wire/SignsUpFor';

/** The person to sign up: the visitor, or a child or dependent adult. */
export const SignsUpForContext = createContext<SignsUpFor>('self');

/** Whether a representative fills in the form. */
export function useIsForOther(): boolean {
  return use(SignsUpForContext) === 'someone_else';
}
