import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, json, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { ACCOUNT_DELETED, VERIFY_ACCOUNT } from '../messages/deletion';
import { NO_CAPTCHA, REQUIRED_VALUES } from '../messages/sign-up';
import { DeleteMe } from './deleteme';
import { parseLink } from './link-of-mail';

vi.mock('../enroll/solve-captcha', () => ({ solveCaptcha: async () => 'solved' }));

const CHALLENGE = {
  parameters: { algorithm: 'a', nonce: 'n', salt: 's', cost: 1, keyLength: 32, keyPrefix: '00' },
};
const TOKEN = '0123456789abcdef'.repeat(6);
const SEND = { name: 'Send Me the Link' };
const ERASE = { name: 'Delete My Sign Up' };

beforeEach(() => history.replaceState(null, '', '/deleteme'));

function openForm(reply: Reply = () => json({ result: 'check_mail' }, 202)) {
  const backend = fakeBackend({ '/backend/captcha': () => CHALLENGE, '/backend/deleteme': reply });
  render(<DeleteMe />);
  return backend;
}

async function fill(year = '1956') {
  await userEvent.type(screen.getByLabelText('Patient ID'), ' pt0000000000ab ');
  await userEvent.type(screen.getByLabelText('Last Name'), 'Sample');
  const born = within(screen.getByRole('group', { name: /Date Of Birth/ }));
  await userEvent.type(born.getByLabelText('Month'), '3');
  await userEvent.type(born.getByLabelText('Day'), '27');
  await userEvent.type(born.getByLabelText('Year'), year);
  await userEvent.click(screen.getByLabelText('I am not a robot'));
  await screen.findByText('Done. Thank you.');
}

const send = () => userEvent.click(screen.getByRole('button', SEND));

it('asks for patient ID, last name, and date of birth below its title', () => {
  openForm();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(VERIFY_ACCOUNT);
  expect(screen.getByLabelText('Patient ID')).toBeTruthy();
  expect(screen.getByLabelText('Last Name')).toBeTruthy();
  expect(screen.getByRole('group', { name: /Date Of Birth/ })).toBeTruthy();
});

it('lists empty fields, moves the focus to the list, and does not call the server', async () => {
  const backend = openForm();
  await send();
  const alert = screen.getByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect(within(alert).getByRole('heading').textContent).toBe(REQUIRED_VALUES);
  expect([...alert.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Enter your patient ID',
    'Enter your last name',
    'Enter your date of birth',
    NO_CAPTCHA,
  ]);
  await userEvent.click(within(alert).getByText('Enter your date of birth'));
  expect(document.activeElement).toBe(screen.getByLabelText('Month'));
  expect(backend.to('/backend/deleteme')).toEqual([]);
  expect(location.href).toMatch(/\/deleteme$/);
});

it('sends what was typed without checking the format of name and date', async () => {
  const backend = openForm();
  await fill('56');
  await send();
  const title = await screen.findByRole('heading', { name: 'Check Your Email' });
  expect(document.activeElement).toBe(title);
  expect(backend.to('/backend/deleteme').map(({ body }) => body)).toEqual([
    {
      patient_id: 'pt0000000000ab',
      last_name: 'Sample',
      date_of_birth: '3/27/56',
      recaptcha_response: 'solved',
    },
  ]);
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + location.href;
  expect(kept).not.toMatch(/sample|0000ab|1956/i);
});

it('explains the format of a participant ID when the number has another format', async () => {
  const backend = openForm();
  await fill('1956');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Patient ID' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Patient ID' }), 'STU01009');
  await send();
  const alert = screen.getByRole('alert', { name: 'There is a problem' });
  expect(within(alert).getByText(/such as PT 7K3M-9Q2X-4D8V/)).toBeTruthy();
  expect(backend.to('/backend/deleteme')).toEqual([]);
});

it('solves another captcha by itself when the first was already used', async () => {
  openForm(() => problem(422, 'captcha_used', 'Please do it again.'));
  await fill();
  await send();
  await screen.findByRole('alert');
  expect(await screen.findByText('Done. Thank you.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Sample');
});

it('reports an unreachable server, and can try again', async () => {
  openForm(unreachable);
  await fill();
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/can’t reach our server/);
  expect(screen.getByRole('button', SEND).getAttribute('aria-disabled')).toBe('false');
});

function openLink(hash: string, reply: Reply = () => ({ result: 'deleted' })) {
  history.replaceState(null, '', `/deleteme${hash}`);
  const backend = fakeBackend({ '/backend/deleteme/confirm': reply });
  render(<DeleteMe />);
  return backend;
}

it('a link shows what will be deleted, and deletes only after the button is pressed', async () => {
  const told = vi.fn();
  addEventListener('sign-up-erased', told);
  const backend = openLink(`#confirm=${TOKEN}`);
  expect(location.href).toMatch(/\/deleteme$/);
  expect(screen.getByText(/everything else that you entered or uploaded/)).toBeTruthy();
  expect(screen.getByText(/News by email is not part of this/)).toBeTruthy();
  expect(backend.calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', ERASE));
  const title = await screen.findByRole('heading', { name: ACCOUNT_DELETED });
  expect(document.activeElement).toBe(title);
  expect(backend.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/backend/deleteme/confirm', { token: TOKEN }],
  ]);
  expect(told).toHaveBeenCalledOnce();
});

it('an invalid link says so, whatever the reason', async () => {
  openLink(`#confirm=${TOKEN}`, () => problem(404, 'deletion_link_invalid', 'No.'));
  await userEvent.click(screen.getByRole('button', ERASE));
  const title = await screen.findByRole('heading', { name: 'This Link Does Not Work' });
  expect(document.activeElement).toBe(title);
});

it('a truncated link says so at once', () => {
  const backend = openLink('#confirm=0123');
  expect(screen.getByRole('heading', { name: 'This Link Does Not Work' })).toBeTruthy();
  expect(backend.calls).toEqual([]);
});

it('a link survives a reload until it is used', async () => {
  openLink(`#confirm=${TOKEN}`);
  cleanup();
  render(<DeleteMe />);
  await userEvent.click(screen.getByRole('button', ERASE));
  await screen.findByRole('heading', { name: ACCOUNT_DELETED });
  cleanup();
  render(<DeleteMe />);
  expect(screen.queryByRole('button', ERASE)).toBeNull();
  expect(screen.getByRole('button', SEND)).toBeTruthy();
});

it('a failed deletion leaves the button in place', async () => {
  const backend = openLink(`#confirm=${TOKEN}`, unreachable);
  await userEvent.click(screen.getByRole('button', ERASE));
  expect(await screen.findByText(/can’t reach our server/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', ERASE));
  await waitFor(() => expect(backend.calls).toHaveLength(2));
});

it('a link that is opened on the form page replaces the form', async () => {
  openForm();
  location.hash = `#confirm=${TOKEN}`;
  expect(await screen.findByRole('button', ERASE)).toBeTruthy();
});

it('recognizes only the links of our emails', () => {
  expect(parseLink(`#confirm=${TOKEN}`)).toEqual({ token: TOKEN });
  expect(parseLink('')).toBeNull();
  expect(parseLink('#main')).toBeNull();
  for (const hash of ['#confirm', '#confirm=', `#confirm=${TOKEN}0`, '#confirm=<b>']) {
    expect(parseLink(hash)).toEqual({ token: null });
  }
});
