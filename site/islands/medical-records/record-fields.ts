import { plainDate } from '../study/plain-date';
import type { RecordGroup } from '../wire/RecordGroup';
import type { RecordGroups } from '../wire/RecordGroups';
import type { RecordsPerson } from '../wire/RecordsPerson';

/** What is known of something, by labels. */
export type ShownFields = [label: string, value: string][];

/** A record as a list shows it: what it is, and what else is known of it. */
export type ShownRecord = { id: string; name: string; fields: ShownFields };

/**
 * A group as the screen shows it; `place` is where it stands on the wire (E-115), and `isWhole` whether the health system gave
 * all of it.
 */
export type ShownGroup = { place: 0 | 1 | 2 | 3; title: string; records: ShownRecord[]; isWhole: boolean };

const PLACES: RecordGroup[] = ['immunizations', 'medications', 'allergies', 'conditions'];

/** The groups in the order of the screen, which differs from that of the wire (E-114). */
export function groupsOf(groups: RecordGroups, missing: RecordGroup[]): ShownGroup[] {
  return inOrder(groups).map((group) => ({
    ...group,
    isWhole: missing.every((one) => PLACES.indexOf(one) !== group.place),
  }));
}

function inOrder([immunizations, medications, allergies, conditions]: RecordGroups): Omit<
  ShownGroup,
  'isWhole'
>[] {
  return [
    {
      place: 0,
      title: 'Immunizations',
      records: immunizations.map((record) =>
        shown(record, [
          ['Date', dateOf(record.date)],
          ['Made By', record.manufacturer],
        ]),
      ),
    },
    {
      place: 2,
      title: 'Allergies',
      records: allergies.map((record) =>
        shown(record, [
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
        shown(record, [
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
        shown(record, [
          ['Date', dateOf(record.date)],
          ['How Sure', record.verificationstatus],
          ['Status', record.clinicalstatus],
          ['Began', dateOf(record.onsetdatetime)],
        ]),
      ),
    },
  ];
}

/** Whose records are, by labels. */
export function fieldsOfPerson({ name, date_of_birth, gender }: RecordsPerson): ShownFields {
  return told([
    ['Name', name],
    ['Date of Birth', dateOf(date_of_birth)],
    ['Sex', gender],
  ]);
}

function shown(
  { id, name }: { id: string; name: string | null },
  fields: [string, string | null][],
): ShownRecord {
  return { id, name: orNone(name), fields: told(fields) };
}

const told = (fields: [string, string | null][]): ShownFields =>
  fields.map(([label, value]) => [label, orNone(value)]);

/** "You Take It: None" would read as a no, so the row is left out where the record doesn't say (E-120). */
function takenField(taken: string | null): [string, string | null][] {
  return isStated(taken) ? [['You Take It', taken]] : [];
}

/** A value that is missing is shown as such (E-120). */
function orNone(value: string | null): string {
  return isStated(value) ? value : 'None';
}

function isStated(value: string | null): value is string {
  return value !== null && value.trim() !== '';
}

/** The day alone, where a record says a time, too. */
function dateOf(text: string | null): string | null {
  return text && plainDate(text.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1'));
}
