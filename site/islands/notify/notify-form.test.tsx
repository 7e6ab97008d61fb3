import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeBackend, json, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { partnerStudy, registryStudy } from '../../tests/support/samples';
import { GET_NOTIFIED } from '../messages/news';
import { INVALID_EMAIL, NO_CAPTCHA } from '../messages/sign-up';
import { Study } from '../study/study';

vi.mock('../enroll/solve-captcha', () => ({ solveCaptcha: async () => 'solved' }));

const CHALLENGE = {
  parameters: { algorithm: 'a', nonce: 'n', salt: 's', cost: 1, keyLength: 32, keyPrefix: '00' },
};

async function open(reply: Reply = () => json({ result: 'check_mail' }, 202)) {
  const backend = fakeBackend({ '/backend/captcha': () => CHALLENGE, '/backend/notify': reply });
  render(<Study page={registryStudy()} />);
  expect(backend.calls).toEqual([]);
  await userEvent.click(screen.getByText(GET_NOTIFIED));
  await screen.findByLabelText('Your Email', {}, { timeout: 10_000 });
  return backend;
}

async function fill(email: string) {
  await userEvent.type(screen.getByLabelText('Your Email'), email);
  await userEvent.click(screen.getByLabelText('I am not a robot'));
  await screen.findByText('Done. Thank you.');
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Me News' }));

it('says what is sent, how often, and how to stop it, before an address is typed', async () => {
  await open();
  for (const words of [
    /when it ends, or when it starts to take people again/,
    /one email a day at most/,
    /link that stops them/,
  ]) {
    expect(screen.getByText(words)).toBeTruthy();
  }
});

it('subscribes to news of the study, and says to check the email', async () => {
  const backend = await open();
  await fill('maria@example.org');
  await send();
  const said = await screen.findByText('Check Your Email');
  expect(said.closest('[role="status"]')).toBe(document.activeElement);
  expect(backend.to('/backend/notify').map(({ body }) => body)).toEqual([
    { email: 'maria@example.org', study: 'NCT04611802', captcha: 'solved' },
  ]);
});

it('lists missing values without calling the server', async () => {
  const backend = await open();
  await send();
  const alert = screen.getByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect([...alert.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Enter your email',
    NO_CAPTCHA,
  ]);
  expect(backend.calls).toEqual([]);
});

it('lists an invalid address together with the open captcha', async () => {
  const backend = await open();
  await userEvent.type(screen.getByLabelText('Your Email'), 'maria');
  await send();
  const messages = [...screen.getByRole('alert').querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(messages).toEqual([INVALID_EMAIL, NO_CAPTCHA]);
  expect(backend.calls).toEqual([]);
});

it('shows the server’s error next to the field, and keeps the input', async () => {
  await open(() =>
    problem(422, 'form_invalid', 'Something in the form can’t be right.', {
      errors: [{ field: 'email', message: INVALID_EMAIL }],
    }),
  );
  await fill('maria@example.org');
  await send();
  const field = screen.getByLabelText<HTMLInputElement>('Your Email');
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(field.value).toBe('maria@example.org');
});

it('solves another captcha by itself when the first was used or has expired', async () => {
  await open(() => problem(422, 'captcha_used', 'Please do it again.'));
  await fill('maria@example.org');
  await send();
  await screen.findByRole('alert');
  expect(await screen.findByText('Done. Thank you.')).toBeTruthy();
});

it('reports an unreachable server, and can try again', async () => {
  await open(unreachable);
  await fill('maria@example.org');
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/can’t reach our server/);
  expect(screen.getByRole('button', { name: 'Send Me News' }).getAttribute('aria-disabled')).toBe('false');
});

it('is offered for a study that has not started, but not for an open one', () => {
  const { rerender } = render(<Study page={partnerStudy({ status: { label: 'Soon', tone: 'soon' } })} />);
  expect(screen.getByText(GET_NOTIFIED)).toBeTruthy();
  rerender(<Study page={partnerStudy()} />);
  expect(screen.queryByText(GET_NOTIFIED)).toBeNull();
});
