import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { recordsBackend, signedUp } from '../../tests/support/records-backend';
import { partnerStudy } from '../../tests/support/samples';
import { MedicalRecords } from './medical-records';

const SYSTEM = { name: 'Connect Harbor Health' };

/** Opens an address of the records page. The lookup of a study returns `reply`. */
function open(address: string, reply: Reply, more: Record<string, Reply> = {}) {
  history.replaceState(null, '', address);
  const backend = recordsBackend({ '/backend/trial': reply, ...more });
  render(<MedicalRecords />);
  return backend;
}

const findTrials = () => screen.getByRole('link', { name: 'Find Trials' }).getAttribute('href');

it('an unknown study shows not found and a link to the search, but no list', async () => {
  const backend = open('/connect-to-emr/STU09999', () => ({ study: { result: [] }, page: null }));
  const title = await screen.findByRole('heading', { name: 'Study details not found' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByText(/the address may have a typing mistake/)).toBeTruthy();
  expect(findTrials()).toBe('/#find_trial');
  expect(screen.queryByRole('search')).toBeNull();
  expect(backend.to('/backend/trial').map(({ query }) => query.get('id'))).toEqual(['STU09999']);
});

it('an invalid study number shows the same', async () => {
  const backend = open('/connect-to-emr/nonsense', () => ({ page: null }));
  expect(await screen.findByRole('heading', { name: 'Study details not found' })).toBeTruthy();
  expect(backend.to('/backend/trial')).toEqual([]);
});

it('a closed study says so below its title', async () => {
  open('/connect-to-emr/STU02001', () => ({ page: partnerStudy({ sign_up: null }) }));
  expect(await screen.findByRole('heading', { name: partnerStudy().title })).toBeTruthy();
  expect(screen.getByText(/^This trial has completed recruitment on this platform/)).toBeTruthy();
  expect(findTrials()).toBe('/#find_trial');
  expect(screen.queryByRole('search')).toBeNull();
});

it.each<[string, Reply]>([
  ['accepts sign-ups', () => ({ page: partnerStudy() })],
  ['can not be looked up', () => problem(503, 'unavailable', 'Not now')],
])('a study that %s shows the list', async (_, reply) => {
  const backend = open('/connect-to-emr/STU02001', reply);
  expect(await screen.findByRole('button', SYSTEM)).toBeTruthy();
  expect(backend.to('/backend/trial').length).toBe(1);
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(screen.getByRole('heading', { name: 'Choose Your Health System' })).toBeTruthy();
});

it('the list does not wait for the study', async () => {
  let answer = (_: unknown) => {};
  open('/connect-to-emr/STU02001', () => new Promise((resolve) => (answer = resolve)));
  expect(await screen.findByRole('button', SYSTEM)).toBeTruthy();
  await act(async () => answer({ page: null }));
  expect(await screen.findByRole('heading', { name: 'Study details not found' })).toBeTruthy();
});

it('an address without a study asks to try again while the sign-up can’t be looked up', async () => {
  let reply: Reply = unreachable;
  open('/medical-records', () => ({ page: partnerStudy() }), {
    'GET /backend/participant': (call) => reply(call),
  });
  expect(await screen.findByText(/^We couldn’t find out whether you signed up/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Find a Study First' })).toBeNull();
  reply = () => signedUp();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('button', SYSTEM)).toBeTruthy();
});

it('an address without a study says what to do first', async () => {
  const backend = open('/medical-records/PT0123456789AB/Cleveland?dob=1956-03-27', () => ({ page: null }));
  const title = await screen.findByRole('heading', { name: 'Find a Study First' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByText(/Find a study, start to sign up, and choose “Connect My EMR” there/)).toBeTruthy();
  expect(screen.getByText(/This page knows it for two hours, in the same browser/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ask us' }).getAttribute('href')).toBe('/contact');
  expect(findTrials()).toBe('/#find_trial');
  expect(document.querySelector('.note--problem, [role="alert"]')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(backend.to('/backend/trial')).toEqual([]);
});

it('a failed connection is reported there, too', async () => {
  open('/connect-to-emr?problem=expired', () => ({ page: null }));
  expect(await screen.findByRole('heading', { name: 'Find a Study First' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/^This connection took too long/);
});

it('a browser with a sign-up needs no study in the address', async () => {
  open('/medical-records/PT0123456789AB/Cleveland', () => ({ page: partnerStudy() }), {
    'GET /backend/participant': () => signedUp(),
  });
  expect(await screen.findByRole('button', SYSTEM)).toBeTruthy();
});
