/** Fixed texts of sharing records, verbatim. */

/** There are no records, or they failed to load. */
export const NO_RECORDS = 'No medical records found';

/** Records were shared. */
export const RECORDS_SHARED =
  'Thank you for sharing your records. You will receive further instructions to your email.';

/** Sharing failed. */
export const SHARING_FAILED = 'Error while sharing records';

/** Shown in a window that a health system opened. */
export const CLOSE_WINDOW = 'Thank you. Please close this window.';

/** Shown above the list of health systems after a share. */
export const SHARED_ALREADY =
  'You shared records with the study team. You are done, unless you want to share from another health system, too.';

/** Shown when the lookup of the sign-up fails. */
export const SIGN_UP_UNKNOWN =
  'We couldn’t find out whether you signed up, so we can’t show the next step. Check your connection and try again.';
