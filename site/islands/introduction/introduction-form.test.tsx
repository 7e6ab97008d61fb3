import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import {
  fakeBackend,
  json,
  type MadeCall,
  problem,
  type Reply,
  unreachable,
} from '../../tests/support/fake-backend';
import { partnerStudy, registryStudy } from '../../tests/support/samples';
import { SEND_MY_DETAILS } from '../messages/introduction';
import { GET_NOTIFIED } from '../messages/news';
import { NO_CAPTCHA } from '../messages/sign-up';
import { Study } from '../study/study';

vi.mock('../enroll/solve-captcha', () => ({ solveCaptcha: async () => 'solved' }));

const CHALLENGE = {
  parameters: { algorithm: 'a', nonce: 'n', salt: 's', cost: 1, keyLength: 32, keyPrefix: '00' },
};
const PREVIEW = {
  mail: {
    name: 'Ana Sample',
    address: 'ana@example.org',
    subject: 'Someone asks about NCT04611802',
    text: 'Hello,\n\nName: Maria',
  },
  consent: 'I agree that you send exactly this.',
  sha256: 'ab12',
};
const OFFERED = registryStudy({ introduction_to: 'ana@example.org' });

const answer: Reply = ({ body }: MadeCall) =>
  (body as { agreed?: string }).agreed === undefined
    ? { result: 'preview', preview: PREVIEW }
    : json({ result: 'check_mail' }, 202);

async function open(reply: Reply = answer) {
  const backend = fakeBackend({ '/backend/captcha': () => CHALLENGE, '/backend/introduction': reply });
  render(<Study page={OFFERED} />);
  await userEvent.click(screen.getByText(GET_NOTIFIED));
  await userEvent.click(await screen.findByRole('button', { name: SEND_MY_DETAILS }, { timeout: 10_000 }));
  await screen.findByLabelText('Your Name', {}, { timeout: 10_000 });
  return backend;
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Your Name'), 'Maria');
  await userEvent.type(screen.getByLabelText('Your Email'), 'maria@example.org');
  await userEvent.click(screen.getByLabelText('Email'));
  await userEvent.click(screen.getByLabelText('I’m 18 or older, and I ask for myself'));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is offered only if the page names the contact’s address', async () => {
  fakeBackend({});
  const { rerender } = render(<Study page={registryStudy()} />);
  await userEvent.click(screen.getByText(GET_NOTIFIED));
  await screen.findByLabelText('Your Email', {}, { timeout: 10_000 });
  expect(screen.queryByText(SEND_MY_DETAILS)).toBeNull();
  rerender(<Study page={partnerStudy({ status: { label: 'Soon', tone: 'soon' } })} />);
  expect(screen.queryByText(SEND_MY_DETAILS)).toBeNull();
});

it('shows the email word for word, and sends it only with the agreement', async () => {
  const backend = await open();
  await fill();
  await press('Show Me the Email');
  const title = await screen.findByText('This Is the Email, Word for Word');
  expect(document.activeElement).toBe(title);
  const { mail, consent } = PREVIEW;
  for (const text of [`${mail.name}, ${mail.address}`, mail.subject, consent]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(document.querySelector('.mail-preview')?.textContent).toBe(mail.text);

  await press('Send Me the Link to Confirm');
  const alert = screen.getByRole('alert');
  expect(
    within(alert)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Tick the box if you agree', NO_CAPTCHA]);
  expect(backend.to('/backend/introduction')).toHaveLength(1);

  await userEvent.click(screen.getByLabelText(consent));
  await userEvent.click(screen.getByLabelText('I am not a robot'));
  await screen.findByText('Done. Thank you.');
  await press('Send Me the Link to Confirm');
  await screen.findByText('Check Your Email');
  const details = {
    study: 'NCT04611802',
    near: '',
    country: '',
    name: 'Maria',
    email: 'maria@example.org',
    phone: '',
    message: '',
    by: 'email',
    asks_for: 'themselves',
  };
  expect(backend.to('/backend/introduction').map(({ body }) => body)).toEqual([
    details,
    { ...details, agreed: 'ab12', captcha: 'solved' },
  ]);
  expect(location.href).not.toContain('maria');
});

it('keeps the details when the person changes them, and shows an email that has changed', async () => {
  const texts = ['first', 'second', 'third'];
  await open(() => ({
    result: 'preview',
    preview: { ...PREVIEW, sha256: texts[0], mail: { ...PREVIEW.mail, text: texts.shift() } },
  }));
  await fill();
  await press('Show Me the Email');
  await screen.findByText('first');
  await press('Change My Details');
  expect(screen.getByLabelText<HTMLInputElement>('Your Name').value).toBe('Maria');
  await press('Show Me the Email');
  await userEvent.click(await screen.findByLabelText(PREVIEW.consent));
  await userEvent.click(screen.getByLabelText('I am not a robot'));
  await screen.findByText('Done. Thank you.');
  await press('Send Me the Link to Confirm');
  await screen.findByText('third');
  expect(screen.getByLabelText<HTMLInputElement>(PREVIEW.consent).checked).toBe(false);
});

it('shows the server’s errors next to their fields, and keeps the input', async () => {
  const backend = await open(() =>
    problem(422, 'form_invalid', 'Something in the form can’t be right.', {
      errors: [
        { field: 'message', message: 'Leave out links' },
        { field: 'by', message: 'Choose how' },
      ],
    }),
  );
  await userEvent.type(screen.getByLabelText(/Short Message/), 'example.org');
  await press('Show Me the Email');
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('link', { name: 'Choose how' }).getAttribute('href')).toBe('#field-by-0');
  const message = screen.getByLabelText<HTMLTextAreaElement>(/Short Message/);
  expect([message.value, message.getAttribute('aria-invalid')]).toEqual(['example.org', 'true']);
  expect(backend.to('/backend/captcha')).toEqual([]);
});

it('reports an unreachable server, and can try again', async () => {
  await open(unreachable);
  await fill();
  await press('Show Me the Email');
  expect((await screen.findByRole('alert')).textContent).toMatch(/can’t reach our server/);
  expect(screen.getByRole('button', { name: 'Show Me the Email' }).getAttribute('aria-disabled')).toBe(
    'false',
  );
});
