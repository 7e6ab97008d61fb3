/** The keys that are removed after records were shared or could not be shared (E-125). */
export const SHARED_KEYS: readonly string[] = [
  'user',
  'city',
  'dob',
  'gender',
  'nctId',
  'chat_status',
  'prospectID',
];

/** Keys of a sign-up in session storage. */
const SESSION_KEYS = ['country', 'city', 'state', 'condition', 'snow_study_number'];

/** Removes the keys that sharing records used. */
export function forgetSharedKeys(): void {
  remove(SHARED_KEYS);
}

/** Removes everything the browser stores about a sign-up, and marks its chat as completed. Saved studies stay. */
export function completeSignUp(): void {
  // Every page's entry script listens for this event and clears the keys of a sign-up.
  dispatchEvent(new Event('sign-up-erased'));
  remove([...SHARED_KEYS, ...SESSION_KEYS]);
  withStorage(() => localStorage.setItem('chat_status', 'completed'));
}

function remove(keys: readonly string[]): void {
  withStorage(() => {
    for (const key of keys) {
      localStorage.removeItem(key);
      sessionStorage.removeItem(key);
    }
  });
}

function withStorage(use: () => void): void {
  try {
    use();
  } catch {
    // A browser that refuses storage holds none of our keys.
  }
}
