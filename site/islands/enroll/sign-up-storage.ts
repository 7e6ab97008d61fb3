/** The local storage keys that a sign-up may leave, in this version of the site or an older one. */
export const SIGN_UP_KEYS: readonly string[] = [
  'chat_status',
  'prospectID',
  'pt_sys_id',
  'nctId',
  'study_nct',
  'study_sid',
  'acc_sid',
  'flow_id',
  'study_number',
  'nct_id',
  'prescreening',
  'f_name',
  'city',
  'dob',
  'gender',
  'currentgender',
  'user',
  'criteria',
  'currentPage',
  'doc_upload_status',
];

/** Removes the keys of a sign-up from local storage. Everything else stays. */
export function forgetSignUp(): void {
  withStorage(() => {
    for (const key of SIGN_UP_KEYS) {
      localStorage.removeItem(key);
    }
  });
}

/** The keys that a sign-up reads when it begins. */
const RETAINED_KEYS = ['currentPage', 'doc_upload_status'];

/** Removes the keys of an earlier sign-up when another one begins. */
export function beginSignUp(): void {
  withStorage(() => {
    for (const key of SIGN_UP_KEYS.filter((key) => !RETAINED_KEYS.includes(key))) {
      localStorage.removeItem(key);
    }
  });
}

/** Stores the page where a header link to sign-up was followed: without its query, which may name an illness. */
export function rememberPageBeforeSignUp(): void {
  for (const link of document.querySelectorAll('[data-sign-up]')) {
    link.addEventListener('click', () => {
      withStorage(() => localStorage.setItem('currentPage', location.pathname));
    });
  }
}

function withStorage(use: () => void): void {
  try {
    use();
  } catch {
    // A browser that refuses storage loses nothing that the visitor needs.
  }
}
