/** Fixed texts of introductions, verbatim. */

/** Opens the form that sends a person's details to the contact of a registry study. */
export const SEND_MY_DETAILS = 'Send my details to the study’s contact';
