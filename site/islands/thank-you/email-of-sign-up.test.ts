import { expect, it, vi } from 'vitest';
import { fakeBackend, json, problem, type Reply } from '../../tests/support/fake-backend';
import { offerLinkAgain, showEmailToConfirm } from './email-of-sign-up';

const NUMBER = 'PT0123456789AB';
const EMAIL = '/backend/participant/email';
const LINK = '/backend/participant/link';

function open(replies: Record<string, Reply>) {
  document.body.innerHTML = '<div></div>';
  const place = document.body.firstElementChild as HTMLElement;
  const backend = fakeBackend(replies);
  const press = (label: string) => {
    const match = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label);
    match?.click();
  };
  return { place, backend, press };
}

it('shows the address and replaces it with the corrected one', async () => {
  const { place, backend, press } = open({ [EMAIL]: () => ({ result: 'corrected' }) });
  showEmailToConfirm(place, NUMBER, 'maria@gmial.com');
  expect(place.textContent).toContain('We sent a link to maria@gmial.com.');
  press('Correct My Email Address');
  const field = place.querySelector('input') as HTMLInputElement;
  expect([document.activeElement, field.value]).toEqual([field, 'maria@gmial.com']);
  field.value = ' maria@gmail.com ';
  press('Save and Send the Link');
  await vi.waitFor(() => expect(place.textContent).toContain('We sent a link to maria@gmail.com.'));
  expect(backend.to(EMAIL)[0]?.body).toEqual({ number: NUMBER, email: 'maria@gmail.com' });
  expect(document.activeElement?.textContent).toContain('maria@gmail.com');
});

it('shows the server’s error beside the address field', async () => {
  const errors = [{ field: 'email', message: 'Please enter valid email' }];
  const { place, press } = open({ [EMAIL]: () => problem(422, 'form_invalid', 'Wrong.', { errors }) });
  showEmailToConfirm(place, NUMBER, 'maria@example.org');
  press('Correct My Email Address');
  press('Save and Send the Link');
  await vi.waitFor(() => expect(place.textContent).toContain('Please enter valid email'));
  const field = place.querySelector('input');
  expect([field?.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
  press('Cancel');
  expect(place.textContent).toContain('We sent a link to maria@example.org.');
});

it('sends the link again once per press, without revealing whether the sign-up exists', async () => {
  const { place, backend, press } = open({ [LINK]: () => json({ result: 'check_mail' }, 202) });
  offerLinkAgain(place, NUMBER);
  press('Send My Link Again');
  press('Send My Link Again');
  await vi.waitFor(() =>
    expect(place.textContent).toContain('If there is a sign-up with this participant ID'),
  );
  expect(backend.to(LINK).map(({ body }) => body)).toEqual([{ number: NUMBER }]);
});

it('reports that the link could not be sent', async () => {
  const { place, press } = open({ [LINK]: () => problem(429, 'too_many_requests', 'Please wait a minute.') });
  showEmailToConfirm(place, NUMBER, 'maria@example.org');
  press('Send the Link Again');
  await vi.waitFor(() => expect(place.textContent).toContain('Please wait a minute.'));
});
