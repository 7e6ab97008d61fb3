import type { MissingReason } from '../wire/MissingReason';
import type { RecordGroup } from '../wire/RecordGroup';

const AGAIN = 'You can connect again to try once more.';

/** What the page says of a group of records that is incomplete. */
export const MISSING_RECORDS: Record<MissingReason, string> = {
  not_permitted: 'You did not allow us to see all of these.',
  refused: 'Your health system did not give us all of these.',
  slow: `Your health system took too long to send all of these. ${AGAIN}`,
  failed: `Your health system had a problem, so some of these may be missing. ${AGAIN}`,
  too_many: 'You have more of these than we can show, so some are left out.',
  withheld: 'Your health system says that it keeps some of these back.',
  left_out: 'We left some of these out, because we could not read them or they are not about you.',
};

/** The names of the groups within a sentence. */
export const GROUP_NAMES: Record<RecordGroup, string> = {
  immunizations: 'immunizations',
  medications: 'medications',
  allergies: 'allergies',
  conditions: 'conditions',
  social_concerns: 'social concerns',
  procedures: 'procedures',
  labs: 'lab results',
  vital_signs: 'vital signs',
  pregnancy: 'pregnancy status',
  smoking: 'smoking status',
};
