import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { problem, type Reply } from '../../tests/support/fake-backend';
import { connected, recordsBackend, signedUp } from '../../tests/support/records-backend';
import { MedicalRecords } from './medical-records';

beforeEach(() => history.replaceState(null, '', '/medical-records'));

async function open(records: Reply, participant: object) {
  recordsBackend({ '/backend/emr/records': records, 'GET /backend/participant': () => participant });
  render(<MedicalRecords />);
  await screen.findByRole('heading', { name: 'No medical records found' });
}

const failing = () => problem(502, 'health_system_failed', 'The health system did not answer.');
const byHand = () => screen.queryByRole('link', { name: 'enter your details by hand' })?.getAttribute('href');
const current = () => document.querySelector('[aria-current="step"]')?.textContent;

it.each([
  ['a sign-up', signedUp(), '/enroll/STU02001'],
  ['a draft', { data: null, draft: { study_number: 'STU02002', answers: [], form: {} } }, '/enroll/STU02002'],
  ['neither', { data: null }, undefined],
])('records that can’t be read link to the form if the study is known: %s', async (_, participant, href) => {
  await open(failing, participant);
  expect(byHand()).toBe(href);
});

it('records of an expired connection link to the form, too', async () => {
  await open(() => problem(409, 'connection_over', 'The two hours are over.'), signedUp());
  expect(byHand()).toBe('/enroll/STU02001');
});

it.each<[string, Reply]>([
  ['that can’t be read', failing],
  ['that don’t exist', () => connected([[], [], [], []])],
])('records %s leave the visitor at the step of health systems', async (_, records) => {
  await open(records, signedUp());
  expect(current()).toBe('Systems');
  expect(byHand()).toBe('/enroll/STU02001');
});
