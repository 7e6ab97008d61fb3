import type { MissingReason } from '../wire/MissingReason';
import type { Standing } from '../wire/Standing';
import { type FieldValues, filledIn, type ShownFields, valueOrNone } from './field-values';

/** A record as shown in a list. */
export type ShownRecord = {
  id: string;
  name: string;
  fields: ShownFields;
  /** All results of the same test, the newest first, if there is more than one. The newest is what is shown. */
  results: ShownRecord[];
};

/**
 * A group as shown on the page. `place` is its index in the API (E-115, E-611), and `missing` why it is incomplete, or
 * null if the health system returned all of it.
 */
export type ShownGroup = {
  place: number;
  title: string;
  records: ShownRecord[];
  missing: MissingReason | null;
  /** What the group says as a whole. */
  note: string | null;
};

/** What a record says beyond its name. Such a record fills no form and decides nothing (E-597). */
const STANDINGS: Record<Standing, string | null> = {
  holds: null,
  ended: 'This is over',
  on_hold: 'Paused for now',
  uncertain: 'Not certain',
  not_so: 'The record says that this is not so',
  none_stated: 'A statement that there is none',
  planned: 'Planned or still to come',
  of_family: 'About a relative',
  precaution: 'A check or a risk, not a diagnosis',
};

/** A record with these fields. `stated` are further ones that the record doesn't always have. */
export function shownRecord(
  { id, name, standing }: { id: string; name: string | null; standing: Standing },
  fields: FieldValues,
  stated: ShownFields = [],
): ShownRecord {
  const note = STANDINGS[standing];
  const noted: ShownFields = note === null ? [] : [['Note', note]];
  return { id, name: valueOrNone(name), fields: [...noted, ...filledIn(fields), ...stated], results: [] };
}

/** The ids of what a row of the list stands for. */
export function idsOf({ id, results }: ShownRecord): string[] {
  return results.length === 0 ? [id] : results.map((result) => result.id);
}
