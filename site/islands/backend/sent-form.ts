/** The key of a form that was sent and got no response yet. It is random, and goes when the response comes. */
const KEY = 'sent_form';

/** Remembers in this tab that a form is on its way, so that its sign-up is found when the response never arrives. */
export function rememberSentForm(key: string): void {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Without storage, a form whose response is lost has to be sent again.
  }
}

/** The key of the form on its way; nothing when a response came. */
export function sentForm(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Forgets the form: its response came. */
export function forgetSentForm(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was not remembered either.
  }
}
