import type { RecordGroup } from '../wire/RecordGroup';

/** The groups of records, in the order in which the server counts them. */
export const RECORD_GROUPS = [
  'immunizations',
  'medications',
  'allergies',
  'conditions',
  'social_concerns',
  'procedures',
  'labs',
  'vital_signs',
  'pregnancy',
  'smoking',
] as const satisfies RecordGroup[];
