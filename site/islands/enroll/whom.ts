import { createContext, use } from 'react';
import type { SignsUpFor } from '../wire/SignsUpFor';

/** For whom somebody signs up: for themselves, or for a child or a dependent adult. */
export const Whom = createContext<SignsUpFor>('self');

/** Whether the form is about somebody else than the person who fills it in. */
export function useIsForOther(): boolean {
  return use(Whom) === 'someone_else';
}
