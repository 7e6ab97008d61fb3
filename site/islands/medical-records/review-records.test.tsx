import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import {
  connected,
  RECORDS,
  recordsBackend,
  signedUp,
  UNCONNECTED,
} from '../../tests/support/records-backend';
import { returnToTab } from '../../tests/support/return-to-tab';
import type { Medication } from '../wire/Medication';
import { MedicalRecords } from './medical-records';
import { MISSING_RECORDS } from './missing-records';

const assign = vi.fn();

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(assign);
  history.replaceState(null, '', '/medical-records');
});

function open(replies: Record<string, Reply> = {}) {
  const backend = recordsBackend({ '/backend/emr/records': () => connected(), ...replies });
  render(<MedicalRecords />);
  return backend;
}

const reviewPage = () => screen.findByRole('heading', { name: 'Your Medical Records' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the screen', () => {
  it('shows a loading note first that says how long it may take', async () => {
    let answer = (_: unknown) => {};
    const backend = open({ '/backend/emr/records': () => new Promise((resolve) => (answer = resolve)) });
    await waitFor(() => expect(backend.to('/backend/emr/records')).toHaveLength(1));
    const status = screen.getByText(/Reading your records …/).closest('[role="status"]');
    expect(status?.textContent).toContain('up to half a minute');
    await act(async () => answer(connected()));
    const title = await reviewPage();
    expect(document.activeElement).toBe(title);
    expect(screen.getByText('Share EMR').getAttribute('aria-current')).toBe('step');
  });

  it('shows the records of a known browser at once, with their health system and study', async () => {
    const backend = open();
    await reviewPage();
    expect(screen.getByText('Harbor Health')).toBeTruthy();
    expect(screen.getByText('A gel for leg ulcers')).toBeTruthy();
    expect(backend.to('/backend/emr/healthSystems')).toEqual([]);
  });

  it('has four lists with counts: Immunizations, Allergies, Medications, Conditions', async () => {
    open();
    await reviewPage();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings.slice(0, 4)).toEqual([
      'Immunizations (2)',
      'Allergies (1)',
      'Medications (1)',
      'Conditions (1)',
    ]);
  });

  it('makes each list focusable where it scrolls', async () => {
    open();
    await reviewPage();
    const lists = [...document.querySelectorAll<HTMLElement>('.records__scroll')];
    expect(lists.map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0, 0]);
  });

  it('shows every value of a record with a label, and None for a missing value', async () => {
    open();
    await reviewPage();
    const shown = [...document.querySelectorAll('.record')].map((record) => [
      record.querySelector('label')?.textContent,
      [...record.querySelectorAll('dl > div')].map((field) => [...field.children].map((c) => c.textContent)),
    ]);
    expect(shown).toEqual([
      [
        'Flu vaccine',
        [
          ['Date', 'October 2, 2025'],
          ['Made By', 'A maker'],
        ],
      ],
      [
        'Tetanus vaccine',
        [
          ['Date', 'April 2019'],
          ['Made By', 'None'],
        ],
      ],
      [
        'None',
        [
          ['Date', 'None'],
          ['Kind', 'food'],
          ['How Bad', 'mild'],
          ['Status', 'None'],
        ],
      ],
      [
        'Metformin',
        [
          ['Date', 'January 5, 2024'],
          ['Dose', '500 mg, twice a day'],
          ['You Take It', 'yes'],
          ['Status', 'active'],
        ],
      ],
      [
        'Diabetes',
        [
          ['Date', 'February 1, 2020'],
          ['How Sure', 'confirmed'],
          ['Status', 'active'],
          ['Began', 'January 2020'],
        ],
      ],
    ]);
  });

  it('says who the records are about, and None for unknown values', async () => {
    const unknownPerson = { name: null, date_of_birth: null, gender: null };
    const replies = [connected(), connected(RECORDS, { id: 'another', person: unknownPerson })];
    open({ '/backend/emr/records': () => replies.shift() });
    const person = async () => {
      const question = await screen.findByText(/Are these your records\?/);
      return [...(question.nextElementSibling?.children ?? [])].map(({ children }) =>
        [...children].map(({ textContent }) => textContent),
      );
    };
    expect(await person()).toEqual([
      ['Name', 'Rosa Sample'],
      ['Date of Birth', 'March 27, 1956'],
      ['Sex', 'Female'],
    ]);
    await returnToTab();
    expect((await person()).map(([, value]) => value)).toEqual(['None', 'None', 'None']);
  });

  it('names the groups that the health system did not return completely', async () => {
    const output = structuredClone(RECORDS);
    output[2] = [];
    const missing = [
      { group: 'medications', reason: 'withheld' },
      { group: 'allergies', reason: 'slow' },
    ];
    open({ '/backend/emr/records': () => connected(output, { missing }) });
    await reviewPage();
    const texts = (title: RegExp) =>
      screen.getByRole('heading', { name: title }).closest('div')?.parentElement;
    expect(texts(/^Medications/)?.textContent).toContain(`${MISSING_RECORDS.withheld}Metformin`);
    expect(texts(/^Allergies/)?.textContent).toContain(MISSING_RECORDS.slow);
    expect(screen.getAllByText(/Your health system/)).toHaveLength(2);
    expect(screen.queryByText('There are none.')).toBeNull();
  });

  it('names missing groups even if there are no records', async () => {
    const missing = [
      { group: 'immunizations', reason: 'refused' },
      { group: 'conditions', reason: 'failed' },
    ];
    open({ '/backend/emr/records': () => connected([[], [], [], []], { missing }) });
    const sentence = 'We found none at Harbor Health. It did not give us your immunizations, conditions.';
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('shows No medical records found, and how to continue', async () => {
    const replies = [connected([[], [], [], []]), connected()];
    open({ '/backend/emr/records': () => replies.shift() ?? UNCONNECTED });
    await screen.findByRole('heading', { name: 'No medical records found' });
    expect(screen.getByText('We found none at Harbor Health.')).toBeTruthy();
    await press('Try Again');
    expect(await reviewPage()).toBeTruthy();
  });

  it('leads from no records to another health system for the same study', async () => {
    const backend = open({
      '/backend/emr/records': () => connected([[], [], [], []]),
      'GET /backend/participant': () => signedUp({ study_number: 'STU02002' }),
    });
    await screen.findByRole('heading', { name: 'No medical records found' });
    await press('Choose Another Health System');
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Harbor Health' }));
    expect(backend.to('/backend/emr/connect')[0]?.body).toMatchObject({ study_number: 'STU02001' });
  });

  it('shows No medical records found when loading fails, and tries again', async () => {
    const detail = 'The health system did not answer. Please try again later.';
    let reply: Reply = () => problem(502, 'health_system_failed', detail);
    open({ '/backend/emr/records': (call) => reply(call) });
    const title = await screen.findByRole('heading', { name: 'No medical records found' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText(detail)).toBeTruthy();
    reply = unreachable;
    await press('Try Again');
    expect(await screen.findByText(/We can’t reach our server/)).toBeTruthy();
    reply = () => connected();
    await press('Try Again');
    expect(await reviewPage()).toBeTruthy();
  });

  it('leads back to the list when a connection has expired', async () => {
    open({
      '/backend/emr/records': () => problem(409, 'connection_over', 'The two hours are over.'),
      'GET /backend/participant': () => signedUp(),
    });
    expect(await screen.findByText('The two hours are over.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await press('Choose Your Health System Again');
    expect(await screen.findByRole('heading', { name: 'Choose Your Health System' })).toBeTruthy();
  });

  it('offers no other attempt when there are too many records', async () => {
    const detail = 'Your health system has more records of you than we can read at once.';
    open({
      '/backend/emr/records': () => problem(502, 'records_too_many', detail),
      'GET /backend/participant': () => signedUp(),
    });
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    const byHand = screen.getByRole('link', { name: 'enter your details by hand' });
    expect(byHand.getAttribute('href')).toBe('/enroll/STU02001');
  });

  it('rejects an answer without four groups', async () => {
    open({ '/backend/emr/records': () => ({ ...connected(), output: RECORDS.slice(0, 3) }) });
    expect(await screen.findByText(/Something went wrong on our side/)).toBeTruthy();
  });
});

describe('choosing', () => {
  it('leaves out single records or a whole list, and includes them again', async () => {
    open();
    await reviewPage();
    const count = () => screen.getByText(/records are chosen/).textContent;
    expect(count()).toBe('5 of 5 records are chosen.');
    expect(screen.getByText(/records are chosen/).closest('[role="status"]')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Metformin' }));
    expect(count()).toBe('4 of 5 records are chosen.');
    const inVaccines = { description: 'Immunizations (2)' };
    await userEvent.click(screen.getByRole('button', { name: 'Leave Out All', ...inVaccines }));
    expect(count()).toBe('2 of 5 records are chosen.');
    await userEvent.click(screen.getByRole('button', { name: 'Include All', ...inVaccines }));
    expect(count()).toBe('4 of 5 records are chosen.');
  });

  it('starts with the records left out before, by group', async () => {
    const output = structuredClone(RECORDS);
    const [vaccines, medicines] = output;
    medicines.push({ ...(medicines[0] as Medication), id: vaccines[0]?.id ?? '', name: 'Lisinopril' });
    const left_out = [[], [{ id: vaccines[0]?.id }], [], []];
    open({ '/backend/emr/records': () => connected(output, { left_out }) });
    await reviewPage();
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([box('Lisinopril').checked, box('Flu vaccine').checked]).toEqual([false, true]);
    expect(screen.getByText('5 of 6 records are chosen.')).toBeTruthy();
  });

  it('needs at least one record', async () => {
    const backend = open({ 'GET /backend/participant': () => signedUp() });
    await reviewPage();
    for (const box of screen.getAllByRole('checkbox')) {
      await userEvent.click(box);
    }
    expect(screen.getByText(/Choose at least one to go on/)).toBeTruthy();
    await press('Share Medical Records');
    expect(backend.to('/backend/emr/createFile')).toEqual([]);
  });
});

describe('a visitor whose sign-up can’t be looked up', () => {
  it('gets neither next step, and can try again', async () => {
    let reply: Reply = unreachable;
    open({ 'GET /backend/participant': (call) => reply(call) });
    await reviewPage();
    expect(screen.getByText(/^We couldn’t find out whether you signed up/)).toBeTruthy();
    for (const name of ['Continue to Sign Up', 'Share Medical Records']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    reply = () => signedUp();
    await press('Try Again');
    expect(await screen.findByRole('button', { name: 'Share Medical Records' })).toBeTruthy();
  });
});

describe('a visitor who signs up another person after a sign-up', () => {
  const draft = { study_number: 'STU02001', answers: [], form: { signing_up_for: 'someone_else' } };

  it('continues with that, and shares for the first person only after saying so', async () => {
    const backend = open({ 'GET /backend/participant': () => ({ ...signedUp(), draft }) });
    await reviewPage();
    expect(screen.getByRole('button', { name: 'Continue to Sign Up' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Share Medical Records' })).toBeNull();
    await press('Yes, Show How to Share Them');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share Medical Records' }));
    expect(backend.to('/backend/emr/fill')).toEqual([]);
  });
});

describe('a visitor without a sign-up', () => {
  it('continues to the sign-up form, which is filled from the selection in API order', async () => {
    const backend = open();
    await reviewPage();
    expect(screen.queryByRole('button', { name: 'Share Medical Records' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Flu vaccine' }));
    await press('Continue to Sign Up');
    expect(backend.to('/backend/emr/fill').map(({ body }) => body)).toEqual([
      {
        connection: 'the-first-connection',
        records: [[{ id: 'i2' }], [{ id: 'm1' }], [{ id: 'a1' }], [{ id: 'c1' }]],
      },
    ]);
    expect(assign.mock.calls).toEqual([['/enroll/STU02001']]);
  });

  it('sees an error when the form cannot be filled, and stays', async () => {
    open({ '/backend/emr/fill': () => problem(409, 'connection_over', 'The two hours are over.') });
    await reviewPage();
    await press('Continue to Sign Up');
    expect((await screen.findByRole('alert')).textContent).toBe('The two hours are over.');
    expect(assign).not.toHaveBeenCalled();
  });

  it('may have signed up for another study', async () => {
    open({ 'GET /backend/participant': () => signedUp({ study_number: 'STU09999' }) });
    await reviewPage();
    expect(screen.getByRole('button', { name: 'Continue to Sign Up' })).toBeTruthy();
  });

  it('does not include a participant who signed up for another study later', async () => {
    const newest = signedUp({ study_number: 'STU09999' });
    const backend = open({
      'GET /backend/participant': ({ query }) => (query.get('study') === 'STU02001' ? signedUp() : newest),
    });
    await reviewPage();
    expect(screen.getByRole('button', { name: 'Share Medical Records' })).toBeTruthy();
    expect(backend.to('GET /backend/participant')).toHaveLength(2);
  });

  it('reads the privacy notice before sharing', async () => {
    open({ 'GET /backend/participant': () => signedUp({ acknowledged: false }) });
    await reviewPage();
    const link = screen.getByRole('link', { name: 'Read the Privacy Notice' });
    expect(link.getAttribute('href')).toBe('/enroll/STU02001');
    expect(screen.queryByRole('button', { name: 'Share Medical Records' })).toBeNull();
  });
});

it('reports that another tab read other records, and shares nothing', async () => {
  const detail = 'Other records were read in this browser since you opened this page.';
  open({
    'GET /backend/participant': () => signedUp(),
    '/backend/emr/createFile': () => problem(409, 'records_changed', detail),
  });
  await reviewPage();
  await press('Share Medical Records');
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('leads to another health system, and says what happens to these records', async () => {
  const backend = open({ 'GET /backend/participant': () => signedUp() });
  await reviewPage();
  await press('Choose Another Health System');
  await screen.findByRole('heading', { name: 'Choose Your Health System' });
  expect(screen.getByText(/records from Harbor Health are kept until you connect another/)).toBeTruthy();
  expect(backend.to('POST /backend/emr/forget')).toEqual([]);
});

describe('deleting the records', () => {
  it('leads to the list of health systems, and says so', async () => {
    const backend = open({ 'GET /backend/participant': () => signedUp() });
    await reviewPage();
    await press('Delete These Records Now');
    const title = await screen.findByRole('heading', { name: 'Choose Your Health System' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText(/The records that we read were deleted/)).toBeTruthy();
    expect(backend.to('POST /backend/emr/forget').map(({ body }) => body)).toEqual([{}]);
  });

  it('reports a failure', async () => {
    open({ '/backend/emr/forget': unreachable });
    await reviewPage();
    await press('Delete These Records Now');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/can’t reach our server/));
  });
});
