import { RECORD_GROUPS } from '../backend/record-groups';
import type { Allergy } from '../wire/Allergy';
import type { FurtherRecords } from '../wire/FurtherRecords';
import type { MissingGroup } from '../wire/MissingGroup';
import type { RecordGroups } from '../wire/RecordGroups';
import type { RecordsPerson } from '../wire/RecordsPerson';
import { shownCondition } from './condition-fields';
import { dateOf, filledIn, onlyStated, type ShownFields } from './field-values';
import { furtherGroups } from './further-groups';
import { type ShownGroup, shownRecord } from './shown-record';

/**
 * The groups in the order of the page, which differs from that of the API (E-114). The first four are always there, and
 * the others if there is something to say of them (E-611).
 */
export function groupsOf(
  groups: RecordGroups,
  further: FurtherRecords,
  missing: MissingGroup[],
): ShownGroup[] {
  const reason = (place: number) =>
    missing.find(({ group }) => RECORD_GROUPS.indexOf(group) === place)?.reason ?? null;
  const first = firstGroups(groups).map((group) => ({
    ...group,
    missing: reason(group.place),
    note: group.place === 2 ? noteOnAllergies(groups[2]) : null,
  }));
  const others = furtherGroups(further).map((group) => ({
    ...group,
    // Social concerns are read with the conditions.
    missing: group.place === 4 && group.records.length > 0 ? reason(3) : reason(group.place),
    note: null,
  }));
  return [...first, ...others.filter((group) => group.records.length > 0 || group.missing !== null)];
}

/** What a statement that there are no allergies, or none of a kind, means for the group (E-614). */
function noteOnAllergies(allergies: Allergy[]): string | null {
  const listed = allergies.filter(({ standing }) => standing === 'holds' || standing === 'uncertain');
  const notes = allergies
    .filter(({ standing }) => standing === 'none_stated')
    .map(({ category }) => {
      const says = `Your records say that you have no known ${category === null ? '' : `${category} `}allergies`;
      const isDenied = listed.some((allergy) => category === null || allergy.category === category);
      return isDenied
        ? `${says}, and also list some. Ask your doctor which is right.`
        : `${says}. That is a statement, not an allergy.`;
    });
  return [...new Set(notes)].join(' ') || null;
}

function firstGroups([immunizations, medications, allergies, conditions]: RecordGroups): Omit<
  ShownGroup,
  'missing' | 'note'
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
          ...onlyStated([['You Take It', record.taken]]),
          ['Status', record.status],
        ]),
      ),
    },
    {
      place: 3,
      title: 'Conditions',
      records: conditions.map(shownCondition),
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
