/** Fixed texts of the sign-up, verbatim. */

/** A pre-screening question has no answer yet. */
export const UNANSWERED_QUESTIONS = 'Please enter all pre-screening questions';

/** The answers do not fit the study. */
export const SCREENER_FAILED =
  'Primary screener validation failed, you are not eligible to participate in this trial';

/** The answers could not be checked. */
export const SCREENER_ERROR = 'Error while validating primary screener. Please try after sometime!';

/** A required value is missing. */
export const REQUIRED_VALUES = 'please enter all required values';

/** An email address is invalid. */
export const INVALID_EMAIL = 'Please enter valid email';

/** The captcha is not solved yet. */
export const NO_CAPTCHA = 'Please fill recaptcha';

/** A sign-up failed. */
export const PARTICIPANT_ERROR = 'Error while creating participant';

/** A sign-up was rejected because of its email address. */
export const EMAIL_EXISTS = 'Error while creating participant looks like email already exists';

/** No random id for the address could be generated. */
export const NO_RANDOM_ID = 'Error occured. Please try again';
