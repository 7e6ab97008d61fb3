import type { FurtherRecords } from '../wire/FurtherRecords';
import type { Observation } from '../wire/Observation';
import { shownCondition } from './condition-fields';
import { dateOf, type FieldValues, onlyStated } from './field-values';
import { referenceInWords, valueInWords } from './observed-value';
import { type ShownGroup, type ShownRecord, shownRecord } from './shown-record';

/** A group before it is known whether it is complete. */
type Group = Omit<ShownGroup, 'missing' | 'note'>;

/** The groups after the first four. They are shown only if there is something in them, or something is missing. */
export function furtherGroups(records: FurtherRecords): Group[] {
  return [
    { place: 4, title: 'Social Concerns', records: records.social_concerns.map(shownCondition) },
    {
      place: 5,
      title: 'Procedures',
      records: records.procedures.map((record) =>
        shownRecord(record, [
          ['Date', dateOf(record.date)],
          ['Status', record.status],
        ]),
      ),
    },
    { place: 6, title: 'Lab Results', records: byTest(records.labs) },
    { place: 7, title: 'Vital Signs', records: byTest(records.vital_signs) },
    { place: 8, title: 'Pregnancy', records: byTest(records.pregnancy) },
    { place: 9, title: 'Smoking', records: byTest(records.smoking) },
  ];
}

/** One row for each test with its newest result. The server lists the newest first. */
function byTest(observations: Observation[]): ShownRecord[] {
  const tests = new Map<string, ShownRecord[]>();
  for (const observation of observations) {
    const key = testOf(observation);
    const results = tests.get(key) ?? [];
    results.push(shownObservation(observation));
    tests.set(key, results);
  }
  return [...tests.values()].flatMap((results) =>
    results.slice(0, 1).map((newest) => ({ ...newest, results: results.length === 1 ? [] : results })),
  );
}

/** What is the same for all results of a test. */
function testOf({ id, name, detail }: Observation): string {
  const loinc = detail.codes.find(({ system }) => system === 'loinc');
  return loinc?.code ?? name?.toLowerCase() ?? id;
}

function shownObservation(record: Observation): ShownRecord {
  const hasValue = record.value !== null || record.parts.length === 0;
  const result: FieldValues = hasValue ? [['Result', valueInWords(record.value)]] : [];
  const parts = record.parts.map(({ name, value, interpretation }): [string, string | null] => [
    name ?? 'Part',
    [valueInWords(value) ?? 'None', interpretation].filter((word) => word !== null).join(', '),
  ]);
  return shownRecord(
    record,
    [['Date', dateOf(record.date)], ...result, ...parts, ['Status', record.status]],
    onlyStated([
      ['Compared With Usual', record.interpretation],
      ['Usual Values', referenceInWords(record.reference)],
    ]),
  );
}
