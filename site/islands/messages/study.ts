/** Fixed texts of a study, verbatim. */

/** An id names no study. */
export const STUDY_NOT_FOUND = 'Study details not found';

/** An id in the address of trial details names no trial. */
export const NO_CLINICAL_TRIAL = 'No Clinical Trial Found';

/** A study has an unknown source. */
export const NO_TRIAL_FOUND = 'No Trial Found';

/** A study names no place. */
export const LOCATION_NOT_FOUND = 'Location details not found';

/** A study is closed. */
export const RECRUITMENT_COMPLETED =
  'This trial has completed recruitment on this platform, and is no longer accepting new referrals.';

/** A study has no inclusion criteria. */
export const NO_INCLUSION = 'No Inclusion Criteria found for this trial';

/** A study has no criteria at all. */
export const NO_CRITERIA = 'No Criteria Found';

/** A study says that it has more criteria than it lists. */
export const OTHER_CRITERIA = 'The study has more criteria than these. Ask the study team about them.';

/** The pre-screening list on a study's page was submitted with open questions. */
export const UNFILLED_QUESTIONS = 'Please fill all pre-screening questions';

/** The pre-screening list on a study's page has no question. */
export const NO_PRESCREENING_QUESTIONS = 'No Pre-screening Questions Found';

/** A study doesn't state a fact about taking part. */
export const NOT_STATED_YET = 'Not stated yet. Ask the study team.';
