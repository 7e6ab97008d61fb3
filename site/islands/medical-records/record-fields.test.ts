import { expect, it } from 'vitest';
import { DETAIL, NO_FURTHER } from '../../tests/support/empty-records';
import type { Medication } from '../wire/Medication';
import { groupsOf } from './record-fields';

const MEDICATION: Medication = {
  id: 'm',
  name: 'Metformin',
  date: null,
  dosage: null,
  taken: null,
  status: null,
  standing: 'holds',
  detail: DETAIL,
};

it.each([
  ['holds', undefined],
  ['ended', 'This is over'],
  ['not_so', 'The record says that this is not so'],
  ['none_stated', 'A statement that there is none'],
  ['of_family', 'About a relative'],
  ['precaution', 'A check or a risk, not a diagnosis'],
] as const)('a record that is %s is noted as %s', (standing, note) => {
  const groups = groupsOf([[], [{ ...MEDICATION, standing }], [], []], NO_FURTHER, []);
  expect(Object.fromEntries(groups[2]?.records[0]?.fields ?? []).Note).toBe(note);
});

it.each([
  ['yes', 'yes'],
  ['no', 'no'],
  [null, undefined],
  ['', undefined],
  [' ', undefined],
])('a medication whose record says taken %j shows it as %j', (taken, shown) => {
  const groups = groupsOf([[], [{ ...MEDICATION, taken }], [], []], NO_FURTHER, []);
  const fields = Object.fromEntries(groups[2]?.records[0]?.fields ?? []);
  expect(fields['You Take It']).toBe(shown);
  expect(fields.Dose).toBe('None');
  expect(fields.Status).toBe('None');
});
