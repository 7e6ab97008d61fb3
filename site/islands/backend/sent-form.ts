/** The session storage key of a form that has no response yet. Its value is random, and removed with the response. */
const KEY = 'sent_form';

/** Stores that a form is in flight, so that its sign-up can be found if the response never arrives. */
export function rememberSentForm(key: string): void {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Without storage, the participant must send a form again if its response is lost.
  }
}

/** The idempotency key of the form in flight, or null. */
export function sentForm(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Forgets the form after its response arrived. */
export function forgetSentForm(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was not stored either.
  }
}
