import { expect, it } from 'vitest';
import type { Medication } from '../wire/Medication';
import { groupsOf } from './record-fields';

const MEDICATION: Medication = {
  id: 'm',
  name: 'Metformin',
  date: null,
  dosage: null,
  taken: null,
  status: null,
};

it.each([
  ['yes', 'yes'],
  ['no', 'no'],
  [null, undefined],
  ['', undefined],
  [' ', undefined],
])('a medication whose record says taken %j shows it as %j', (taken, shown) => {
  const groups = groupsOf([[], [{ ...MEDICATION, taken }], [], []], []);
  const fields = Object.fromEntries(groups[2]?.records[0]?.fields ?? []);
  expect(fields['You Take It']).toBe(shown);
  expect(fields.Dose).toBe('None');
  expect(fields.Status).toBe('None');
});
