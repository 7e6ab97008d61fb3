import { plainDate } from '../study/plain-date';
import type { MissingGroup } from '../wire/MissingGroup';
import type { MissingReason } from '../wire/MissingReason';
import type { RecordGroup } from '../wire/RecordGroup';
import type { RecordGroups } from '../wire/RecordGroups';
import type { RecordsPerson } from '../wire/RecordsPerson';
import type { Standing } from '../wire/Standing';

/** Values with their labels. */
export type ShownFields = [label: string, value: string][];

/** A record as shown in a list. */
export type ShownRecord = { id: string; name: string; fields: ShownFields };

/**
 * A group as shown on the page. `place` is its index in the API (E-115), and `missing` why it is incomplete, or null if
 * the health system returned all of it.
 */
export type ShownGroup = {
  place: 0 | 1 | 2 | 3;
  title: string;
  records: ShownRecord[];
  missing: MissingReason | null;
};

const PLACES: RecordGroup[] = ['immunizations', 'medications', 'allergies', 'conditions'];

/** The groups in the order of the page, which differs from that of the API (E-114). */
export function groupsOf(groups: RecordGroups, missing: MissingGroup[]): ShownGroup[] {
  return inOrder(groups).map((group) => ({
    ...group,
    missing: missing.find((one) => PLACES.indexOf(one.group) === group.place)?.reason ?? null,
  }));
}

function inOrder([immunizations, medications, allergies, conditions]: RecordGroups): Omit<
  ShownGroup,
  'missing'
>[] {
  return [
    {
      place: 0,
      title: 'Immunizations',
      records: immunizations.map((record) =>
        shownRecord(record, [
          ['Date', dateOf(record.date)],
          ['Made By', record.manufacturer],
        ]),
      ),
    },
    {
      place: 2,
      title: 'Allergies',
      records: allergies.map((record) =>
        shownRecord(record, [
          ['Date', dateOf(record.date)],
          ['Kind', record.category],
          ['How Bad', record.severity],
          ['Status', record.status],
        ]),
      ),
    },
    {
      place: 1,
      title: 'Medications',
      records: medications.map((record) =>
        shownRecord(record, [
          ['Date', dateOf(record.date)],
          ['Dose', record.dosage],
          ...takenField(record.taken),
          ['Status', record.status],
        ]),
      ),
    },
    {
      place: 3,
      title: 'Conditions',
      records: conditions.map((record) =>
        shownRecord(record, [
          ['Date', dateOf(record.date)],
          ['How Sure', record.verificationstatus],
          ['Status', record.clinicalstatus],
          ['Began', dateOf(record.onsetdatetime)],
        ]),
      ),
    },
  ];
}

/** The person in the records, as values with labels. */
export function fieldsOfPerson({ name, date_of_birth, gender }: RecordsPerson): ShownFields {
  return filledIn([
    ['Name', name],
    ['Date of Birth', dateOf(date_of_birth)],
    ['Sex', gender],
  ]);
}

function shownRecord(
  { id, name, standing }: { id: string; name: string | null; standing: Standing },
  fields: [string, string | null][],
): ShownRecord {
  const note = STANDINGS[standing];
  const noted: ShownFields = note === null ? [] : [['Note', note]];
  return { id, name: valueOrNone(name), fields: [...noted, ...filledIn(fields)] };
}

/** What a record says beyond its name. Such a record fills no form and decides nothing (E-597). */
const STANDINGS: Record<Standing, string | null> = {
  holds: null,
  ended: 'This is over',
  on_hold: 'Paused for now',
  uncertain: 'Not certain',
  not_so: 'The record says that this is not so',
  // The name says it: 'No known allergies'.
  none_stated: null,
  planned: 'Planned or still to come',
  of_family: 'About a relative',
  precaution: 'A check or a risk, not a diagnosis',
};

const filledIn = (fields: [string, string | null][]): ShownFields =>
  fields.map(([label, value]) => [label, valueOrNone(value)]);

/** "You Take It: None" would read as a no, so the row is left out if the record doesn't say (E-120). */
function takenField(taken: string | null): [string, string | null][] {
  return isStated(taken) ? [['You Take It', taken]] : [];
}

/** The value, or `None` if it is missing (E-120). */
function valueOrNone(value: string | null): string {
  return isStated(value) ? value : 'None';
}

function isStated(value: string | null): value is string {
  return value !== null && value.trim() !== '';
}

/** The date without its time. */
function dateOf(text: string | null): string | null {
  return text && plainDate(text.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1'));
}
