/** Quoted texts of a search, letter for letter. */

/** A search lacks a condition or a country. */
export const MISSING_CONDITION_OR_COUNTRY =
  'Please enter search condition and select country to get clinical trials';

/** A list of results is empty. */
export const STUDIES_NOT_FOUND = 'Studies not found';
