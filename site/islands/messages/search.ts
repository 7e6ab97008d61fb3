/** Quoted texts of a search, letter for letter. */

/** A search lacks a condition or a country. */
export const MISSING_CONDITION_OR_COUNTRY =
  'Please enter search condition and select country to get clinical trials';

/** A search is longer than a search can be. */
export const TOO_LONG =
  'Your search is longer than 200 characters. Please say in fewer words what you are looking for, such as lung cancer';

/** A well-known study of what was searched for no longer takes people. */
export const NOT_RECRUITING = 'This trial is not actively recruiting.';

/** A list of results is empty. */
export const STUDIES_NOT_FOUND = 'Studies not found';

/** The list of our own studies could not be had. */
export const NO_PATIENTRIALS_STUDIES = 'No patientrials studies found';
