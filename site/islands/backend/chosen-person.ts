import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SignUpDraft } from '../wire/SignUpDraft';

/**
 * The person that the visitor chose to sign up, or null if none was chosen. A sign-up ends the draft that it was made
 * from, so a draft with a person is newer than a sign-up for the same study.
 */
export function chosenPerson(draft: SignUpDraft | null): SignsUpFor | null {
  const chosen = draft?.form?.signing_up_for;
  return chosen === 'someone_else' || chosen === 'self' ? chosen : null;
}
