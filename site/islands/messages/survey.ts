/** Fixed texts of an eligibility survey, verbatim. */

/** A question of a survey has no answer yet. */
export const UNANSWERED_SURVEY =
  'Please answer all the eligibility criteria questions. If you press back button, Please reload the page and retry. Thank you!';

/** The answers do not fit the study. */
export const NOT_ELIGIBLE =
  "Unfortunately, based on your answers to the questions, you're not eligible to participate in this trial.";

/** No place is chosen. */
export const NO_PLACE_CHOSEN = 'Please choose where you would like to take part.';
