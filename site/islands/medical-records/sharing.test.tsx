import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Reply, unreachable } from '../../tests/support/fake-backend';
import { connected, recordsBackend, signedUp, UNCONNECTED } from '../../tests/support/records-backend';
import { forgetSignUp } from '../enroll/sign-up-storage';
import { SHARED_ALREADY } from '../messages/records';
import { MedicalRecords } from './medical-records';
import { SHARED_KEYS } from './shared-keys';

const assign = vi.fn();
const THANKS = 'Thank you for sharing your records. You will receive further instructions to your email.';

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(assign);
  history.replaceState(null, '', '/medical-records');
  for (const key of [...SHARED_KEYS, 'saved_trials']) {
    localStorage.setItem(key, 'x');
    sessionStorage.setItem(key, 'x');
  }
  sessionStorage.setItem('condition', 'x');
  // As the page's entry script does.
  addEventListener('sign-up-erased', forgetSignUp);
});

afterEach(() => removeEventListener('sign-up-erased', forgetSignUp));

async function share(reply: Reply) {
  const backend = recordsBackend({
    '/backend/emr/records': () => connected(),
    'GET /backend/participant': () => signedUp(),
    '/backend/emr/createFile': reply,
  });
  render(<MedicalRecords />);
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Share Medical Records' }));
  return backend;
}

it('says after a reload that records are shared', async () => {
  recordsBackend({
    '/backend/emr/records': () => UNCONNECTED,
    'GET /backend/participant': () => signedUp(),
    '/backend/emr/shares': () => ({ shares: [{ number: 1 }] }),
  });
  render(<MedicalRecords />);
  expect((await screen.findByText(SHARED_ALREADY)).getAttribute('role')).toBe('status');
  expect(screen.getByRole('heading', { name: 'Choose Your Health System' })).toBeTruthy();
});

const remainingSharedKeys = () =>
  SHARED_KEYS.filter((key) => localStorage.getItem(key) ?? sessionStorage.getItem(key));

it('sends prospect, records, dob, nctid, and gender once, and thanks the participant', async () => {
  const backend = await share(() => ({ error: false, receipt: 3 }));
  expect(await screen.findByText(THANKS)).toBeTruthy();
  expect(backend.to('/backend/emr/createFile').map(({ body }) => body)).toEqual([
    {
      prospect: 'PT0123456789AB',
      connection: 'the-first-connection',
      records: [[{ id: 'i1' }, { id: 'i2' }], [{ id: 'm1' }], [{ id: 'a1' }], [{ id: 'c1' }]],
      dob: '',
      nctid: 'STU02001',
      gender: '',
      confirmed_dob: '',
    },
  ]);
  expect(screen.getByText('Complete').closest('li')?.getAttribute('aria-current')).toBe('step');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const link = screen.getByRole('link', { name: 'See What You Shared' });
  expect(link.getAttribute('href')).toBe('/thankyou/PT0123456789AB');
});

const ANOTHER = { error: true, birth_dates: { records: '1984-11-15', signed_up: '1956-03-27' } };

it('asks for confirmation before sharing records with another date of birth', async () => {
  const replies = [ANOTHER, { error: false, receipt: 3 }];
  const backend = await share(() => replies.shift());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(
    'These records are of somebody born on November 15, 1984. You signed up with March 27, 1956. Nothing is shared yet.',
  );
  expect(document.activeElement).toBe(alert);
  expect(screen.queryByRole('button', { name: 'Share Medical Records' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'They Are Mine, Share Them' }));
  expect(await screen.findByText(THANKS)).toBeTruthy();
  const confirmed = backend
    .to('/backend/emr/createFile')
    .map(({ body }) => body as { confirmed_dob: string });
  expect(confirmed.map(({ confirmed_dob }) => confirmed_dob)).toEqual(['', '1984-11-15']);
});

it('shares nothing without that confirmation, and the records stay on the page', async () => {
  const backend = await share(() => ANOTHER);
  await userEvent.click(await screen.findByRole('button', { name: 'Don’t Share' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share Medical Records' }));
  expect(screen.getByRole('heading', { name: 'Your Medical Records' })).toBeTruthy();
  expect(backend.to('/backend/emr/createFile')).toHaveLength(1);
});

it('shares once even if pressed again before the answer is rendered', async () => {
  let answer: (body: object) => void = () => {};
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  const backend = recordsBackend({
    '/backend/emr/records': () => connected(),
    'GET /backend/participant': () => signedUp(),
    '/backend/emr/createFile': () => answered,
  });
  render(<MedicalRecords />);
  const button = await screen.findByRole('button', { name: 'Share Medical Records' });
  button.click();
  answer(ANOTHER);
  for (let turn = 0; turn < 50 && button.isConnected; turn += 1) {
    await Promise.resolve();
    button.click();
  }
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is shared yet.');
  expect(backend.to('/backend/emr/createFile')).toHaveLength(1);
});

it('removes the keys of a share afterwards, and nothing else', async () => {
  await share(() => ({ error: false }));
  await screen.findByText(THANKS);
  expect(remainingSharedKeys()).toEqual([]);
  expect({ ...localStorage }).toEqual({ saved_trials: 'x' });
  expect(sessionStorage.getItem('condition')).toBe('x');
});

it('Back to Search removes the keys of the sign-up, marks the chat as completed, and leads home', async () => {
  await share(() => ({ error: false }));
  await screen.findByText(THANKS);
  localStorage.setItem('criteria', 'x');
  await userEvent.click(screen.getByRole('link', { name: 'Back to Search' }));
  expect({ ...localStorage }).toEqual({ chat_status: 'completed', saved_trials: 'x' });
  expect({ ...sessionStorage }).toEqual({ saved_trials: 'x' });
  expect(assign.mock.calls).toEqual([['/']]);
});

it('an answer with the error flag shows no thanks, removes the keys, and leads to the list', async () => {
  await share(() => ({ error: true }));
  expect(await screen.findByRole('heading', { name: 'Choose Your Health System' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/^Nothing was shared/);
  expect(screen.queryByText(THANKS)).toBeNull();
  expect(remainingSharedKeys()).toEqual([]);
});

it('a failed request shows Error while sharing records, removes the keys, and can try again', async () => {
  let reply: Reply = unreachable;
  await share((call) => reply(call));
  const alert = await screen.findByRole('alertdialog', { name: 'Error while sharing records' });
  expect(alert.textContent).toContain('nothing is shared twice');
  expect(screen.queryByText(THANKS)).toBeNull();
  expect(remainingSharedKeys()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  reply = () => ({ error: false });
  await userEvent.click(screen.getByRole('button', { name: 'Share Medical Records' }));
  expect(await screen.findByText(THANKS)).toBeTruthy();
});
