/** Quoted texts of sharing records, letter for letter. */

/** There are no records, or they could not be had. */
export const NO_RECORDS = 'No medical records found';

/** Records are shared. */
export const RECORDS_SHARED =
  'Thank you for sharing your records. You will receive further instructions to your email.';

/** A share did not go through. */
export const SHARING_FAILED = 'Error while sharing records';

/** Stands in a window that a health system opened. */
export const CLOSE_WINDOW = 'Thank you. Please close this window.';

/** What somebody reads who comes back to the list of health systems. */
export const SHARED_ALREADY =
  'You shared records with the study team. You are done, unless you want to share from another health system, too.';
