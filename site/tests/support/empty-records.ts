import type { FurtherRecords } from '../../islands/wire/FurtherRecords';
import type { RecordDetail } from '../../islands/wire/RecordDetail';

/** A record of which nothing else is known. */
export const DETAIL: RecordDetail = {
  codes: [],
  named_by_code: false,
  categories: [],
  began: null,
  ended: null,
  encounter: null,
};

/** No records in the further groups. */
export const NO_FURTHER: FurtherRecords = {
  social_concerns: [],
  procedures: [],
  labs: [],
  vital_signs: [],
  pregnancy: [],
  smoking: [],
};
