/** Quoted texts that stand on screen letter for letter. */

/** A search lacks a condition or a country. */
export const MISSING_CONDITION_OR_COUNTRY =
  'Please enter search condition and select country to get clinical trials';
/** A list of results is empty. */
export const STUDIES_NOT_FOUND = 'Studies not found';
/** An id names no study. */
export const STUDY_NOT_FOUND = 'Study details not found';
/** A study comes from nobody we know. */
export const NO_TRIAL_FOUND = 'No Trial Found';
/** A study names no place. */
export const LOCATION_NOT_FOUND = 'Location details not found';
/** A study takes nobody any more. */
export const RECRUITMENT_COMPLETED =
  'This trial has completed recruitment on this platform, and is no longer accepting new referrals.';
/** No criterion tells who can join. */
export const NO_INCLUSION = 'No Inclusion Criteria found for this trial';
/** A study has no criteria at all. */
export const NO_CRITERIA = 'No Criteria Found';
/** A pre-screening question has no answer yet. */
export const UNANSWERED_QUESTIONS = 'Please enter all pre-screening questions';
/** The answers are not the ones that the study needs. */
export const SCREENER_FAILED =
  'Primary screener validation failed, you are not eligible to participate in this trial';
/** The answers could not be checked. */
export const SCREENER_ERROR = 'Error while validating primary screener. Please try after sometime!';
/** A required value is missing in a form. */
export const REQUIRED_VALUES = 'please enter all required values';
/** A mail address is none. */
export const INVALID_EMAIL = 'Please enter valid email';
/** The captcha is not solved yet. */
export const NO_CAPTCHA = 'Please fill recaptcha';
/** A sign-up did not go through. */
export const PARTICIPANT_ERROR = 'Error while creating participant';
/** A sign-up did not go through because of its mail address. */
export const EMAIL_EXISTS = 'Error while creating participant looks like email already exists';
