import { MAX_YEARS } from '../typed/typed-age';

/** Fixed texts of the search, verbatim. */

/** A search lacks a condition or a country. */
export const MISSING_CONDITION_OR_COUNTRY =
  'Please enter search condition and select country to get clinical trials';

/** A search exceeds the maximum length. */
export const TOO_LONG =
  'Your search is longer than 200 characters. Please use fewer words, such as lung cancer, or open “Describe Yourself in Your Own Words” below the search';

/** A well-known study for the search no longer recruits. */
export const NOT_RECRUITING = 'This trial is not actively recruiting.';

/** A list of results is empty. */
export const STUDIES_NOT_FOUND = 'Studies not found';

/** The list of partner studies failed to load. */
export const NO_PATIENTRIALS_STUDIES = 'No patientrials studies found';

/** How to write an age. */
export const AGE_HELP = `Type the age in years, from 0 to ${MAX_YEARS}. For a young child, add months, weeks, or days, such as 14 months.`;
