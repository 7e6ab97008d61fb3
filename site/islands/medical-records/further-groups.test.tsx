import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { DETAIL } from '../../tests/support/empty-records';
import { connected, RECORDS, recordsBackend } from '../../tests/support/records-backend';
import type { Allergy } from '../wire/Allergy';
import type { ChoiceRequest } from '../wire/ChoiceRequest';
import type { Condition } from '../wire/Condition';
import type { FurtherRecords } from '../wire/FurtherRecords';
import type { Observation } from '../wire/Observation';
import type { RecordGroups } from '../wire/RecordGroups';
import { MedicalRecords } from './medical-records';
import { groupsOf } from './record-fields';

beforeEach(() => history.replaceState(null, '', '/medical-records'));

const LAB: Observation = {
  id: 'o1',
  name: 'Hemoglobin A1c',
  date: '2026-05-01',
  value: { kind: 'amount', amount: { value: '6.1', comparator: null, unit: '%' } },
  interpretation: 'High',
  reference: [
    {
      low: { value: '4', comparator: null, unit: '%' },
      high: { value: '5.6', comparator: null, unit: '%' },
      text: null,
    },
  ],
  parts: [],
  status: 'final',
  standing: 'holds',
  detail: { ...DETAIL, codes: [{ system: 'loinc', code: '4548-4' }] },
};

const part = (name: string, value: string) => ({
  name,
  value: { kind: 'amount', amount: { value, comparator: null, unit: 'mmHg' } } as const,
  interpretation: null,
  codes: [],
});

const PRESSURE: Observation = {
  ...LAB,
  id: 'v1',
  name: 'Blood pressure',
  value: null,
  interpretation: null,
  reference: [],
  parts: [part('Systolic', '120'), part('Diastolic', '80')],
  detail: DETAIL,
};

const CONDITION: Condition = {
  id: 'c1',
  name: 'Asthma',
  date: '2024-03-01',
  verificationstatus: 'confirmed',
  clinicalstatus: 'active',
  onsetdatetime: null,
  standing: 'holds',
  detail: DETAIL,
  earlier: [],
};

async function open(further: Partial<FurtherRecords>, output: RecordGroups = RECORDS) {
  const backend = recordsBackend({ '/backend/emr/records': () => connected(output, {}, further) });
  render(<MedicalRecords />);
  await screen.findByRole('heading', { name: 'Your Medical Records' });
  return backend;
}

const list = (name: RegExp) => screen.getByRole('region', { name });
const fieldsIn = (row: Element) =>
  [...row.querySelectorAll('dl > div')].map((field) => [...field.children].map((c) => c.textContent));

it('shows lab results with their value and usual values, and the parts of a blood pressure', async () => {
  await open({ labs: [LAB], vital_signs: [PRESSURE] });
  expect(fieldsIn(list(/Lab Results \(1\)/))).toEqual([
    ['Date', 'May 1, 2026'],
    ['Result', '6.1%'],
    ['Status', 'final'],
    ['Compared With Usual', 'High'],
    ['Usual Values', '4 to 5.6%'],
  ]);
  expect(fieldsIn(list(/Vital Signs \(1\)/))).toEqual([
    ['Date', 'May 1, 2026'],
    ['Systolic', '120 mmHg'],
    ['Diastolic', '80 mmHg'],
    ['Status', 'final'],
  ]);
  expect(screen.queryByText(/Procedures|Smoking \(/)).toBeNull();
});

it.each<[Observation['value'], string]>([
  [{ kind: 'amount', amount: { value: '3', comparator: '<', unit: 'mg/dL' } }, '<3 mg/dL'],
  [
    {
      kind: 'ratio',
      numerator: { value: '1', comparator: null, unit: null },
      denominator: { value: '128', comparator: null, unit: null },
    },
    '1:128',
  ],
  [
    {
      kind: 'range',
      low: { value: '1', comparator: null, unit: 'mL' },
      high: { value: '2', comparator: null, unit: 'mL' },
    },
    '1 to 2 mL',
  ],
  [{ kind: 'coded', text: 'Positive', codes: [] }, 'Positive'],
  [{ kind: 'yes_no', is_so: false }, 'No'],
  [{ kind: 'absent', reason: 'Not Performed' }, 'No result (not performed)'],
  [null, 'None'],
])('value %j reads %s', (value, words) => {
  const further = { ...connected().further, labs: [{ ...LAB, value }] };
  const labs = groupsOf([[], [], [], []], further, []).find(({ title }) => title === 'Lab Results');
  expect(Object.fromEntries(labs?.records[0]?.fields ?? []).Result).toBe(words);
});

it('folds the earlier results of a test, and leaves out all of them with one box', async () => {
  const older = { ...LAB, id: 'o2', date: '2025-05-01' };
  const backend = await open({ labs: [LAB, older] });
  const labs = within(list(/Lab Results \(2\)/));
  expect(labs.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(labs.getByRole('button', { name: /Show All 2 Results/ }));
  const boxes = labs.getAllByRole('checkbox');
  expect(boxes).toHaveLength(3);
  await userEvent.click(boxes[2] as HTMLElement);
  expect(labs.getByText('1 of 2 are chosen.')).toBeTruthy();
  await userEvent.click(boxes[0] as HTMLElement);
  expect(screen.getByText('5 of 7 records are chosen.')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 400));
  const saved = backend.to('/backend/emr/choose').at(-1)?.body as ChoiceRequest;
  expect(saved.records.map((group) => group.length)).toEqual([2, 1, 1, 1]);
});

it('sends the chosen records of further groups in their places', async () => {
  const backend = await open({ labs: [LAB, { ...LAB, id: 'o2' }], procedures: [] });
  await userEvent.click(within(list(/Conditions/)).getByRole('checkbox'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const saved = backend.to('/backend/emr/choose').at(-1)?.body as ChoiceRequest;
  expect(saved.records.slice(3)).toEqual([[], [], [], [{ id: 'o1' }, { id: 'o2' }]]);
});

it('shows a repeated diagnosis once, with its dates and other names', async () => {
  const earlier = (date: string, name: string | null) => ({
    name,
    date,
    onsetdatetime: null,
    ended: null,
    encounter: null,
  });
  const repeated = {
    ...CONDITION,
    detail: { ...DETAIL, ended: '2024-04-01' },
    earlier: [earlier('2023-01-05', null), earlier('2020', 'Unspecified asthma')],
  };
  await open({ social_concerns: [{ ...CONDITION, id: 's1', name: 'Homelessness' }] }, [
    [],
    [],
    [],
    [repeated],
  ]);
  const fields = Object.fromEntries(fieldsIn(list(/Conditions \(1\)/)));
  expect(fields).toMatchObject({
    Ended: 'April 1, 2024',
    'Also Recorded': 'January 5, 2023; 2020',
    'Also Called': 'Unspecified asthma',
  });
  expect(within(list(/Social Concerns \(1\)/)).getByText('Homelessness')).toBeTruthy();
});

const ALLERGY: Allergy = {
  id: 'a1',
  name: 'No known allergies',
  date: null,
  category: null,
  severity: null,
  status: 'active',
  standing: 'none_stated',
  detail: DETAIL,
};
const PENICILLIN: Allergy = {
  ...ALLERGY,
  id: 'a2',
  name: 'Penicillin',
  category: 'medication',
  standing: 'holds',
};

it.each<[string, Allergy[], string | null]>([
  ['alone', [ALLERGY], 'That is a statement, not an allergy.'],
  ['with an allergy', [ALLERGY, PENICILLIN], 'no known allergies, and also list some'],
  ['of another kind', [{ ...ALLERGY, category: 'food' }, PENICILLIN], 'no known food allergies. That is'],
  ['with an allergy that is over', [ALLERGY, { ...PENICILLIN, standing: 'ended' }], 'That is a statement'],
  ['missing', [PENICILLIN], null],
])('a statement of no allergies %s is noted', (_, allergies, note) => {
  const groups = groupsOf([[], [], allergies, []], connected().further, []);
  const shown = groups.find(({ title }) => title === 'Allergies')?.note ?? null;
  note === null ? expect(shown).toBeNull() : expect(shown).toContain(note);
});

it('shows a further group that is missing although it is empty', () => {
  const groups = groupsOf([[], [], [], []], connected().further, [{ group: 'labs', reason: 'slow' }]);
  expect(groups.map(({ title, missing }) => [title, missing]).slice(4)).toEqual([['Lab Results', 'slow']]);
});

it('stays small with 1,000 conditions and 5,000 observations until a list is unfolded', async () => {
  const conditions = Array.from({ length: 1000 }, (_, n) => ({
    ...CONDITION,
    id: `c${n}`,
    name: `Condition ${n}`,
  }));
  const labs = Array.from({ length: 5000 }, (_, n) => ({
    ...LAB,
    id: `o${n}`,
    name: `Test ${n % 120}`,
    detail: DETAIL,
  }));
  await open({ labs }, [[], [], [], conditions]);
  expect(document.querySelectorAll('*').length).toBeLessThan(3000);
  expect(screen.getByText('6000 of 6000 records are chosen.')).toBeTruthy();
  const inConditions = within(list(/Conditions \(1000\)/));
  await userEvent.click(inConditions.getByRole('button', { name: 'Show All 1000' }));
  const boxes = inConditions.getAllByRole('checkbox');
  expect(boxes).toHaveLength(1000);
  expect(document.activeElement).toBe(boxes[50]);
});
