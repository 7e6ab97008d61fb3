/** Quoted texts of sign-up, letter for letter. */

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
