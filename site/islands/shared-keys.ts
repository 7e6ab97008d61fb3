/** The keys that are forgotten once records were shared, or could not be (E-125). */
export const SHARED_KEYS: readonly string[] = [
  'user',
  'city',
  'dob',
  'gender',
  'nctId',
  'chat_status',
  'prospectID',
];

/** What a visit keeps in session storage for a sign-up. */
const OF_THE_VISIT = ['country', 'city', 'state', 'condition', 'snow_study_number'];

/** Forgets what was kept for sharing records. */
export function forgetSharedKeys(): void {
  remove(SHARED_KEYS);
}

/** Forgets all that the browser keeps of a sign-up, and says that its chat is over; saved studies stay. */
export function completeSignUp(): void {
  // The entry of every page knows the keys of a sign-up, and clears them.
  dispatchEvent(new Event('sign-up-erased'));
  remove([...SHARED_KEYS, ...OF_THE_VISIT]);
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
    // A browser that refuses storage has nothing of ours.
  }
}
