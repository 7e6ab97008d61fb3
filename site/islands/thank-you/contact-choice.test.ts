import { expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply } from '../../tests/support/fake-backend';
import type { ContactOptions } from '../wire/ContactOptions';
import { showContactChoice } from './contact-choice';

const MARKUP = `
  <label><input type="radio" name="by" value="call">Call</label>
  <label><input type="radio" name="by" value="text">Text</label>
  <label><input type="radio" name="by" value="email">Email</label>
  <label><input type="radio" name="when" value="any">Any</label>
  <label><input type="radio" name="when" value="evening">Evening</label>
  <button type="submit">Save</button><p role="status"></p>`;

function open(options: ContactOptions, reply: Reply = () => ({ result: 'chosen' })) {
  document.body.innerHTML = `<form hidden>${MARKUP}</form>`;
  const form = document.querySelector('form') as HTMLFormElement;
  const backend = fakeBackend({ '/backend/participant/contact': reply });
  showContactChoice(form, 'PT0123456789AB', options);
  const input = (value: string) => form.querySelector(`[value="${value}"]`) as HTMLInputElement;
  return {
    form,
    input,
    save: () => form.querySelector<HTMLButtonElement>('button')?.click(),
    status: () => form.querySelector('[role="status"]')?.textContent,
    bodies: () => backend.calls.map(({ body }) => body),
  };
}

it('starts with a call at any time, and offers only the channels that the participant allowed', () => {
  const { form, input } = open({ channels: ['call', 'email'] });
  expect(form.hidden).toBe(false);
  expect([input('call').checked, input('any').checked]).toEqual([true, true]);
  expect([input('text').disabled, input('text').closest('label')?.hidden]).toEqual([true, true]);
  expect([input('email').disabled, input('email').closest('label')?.hidden]).toEqual([false, false]);
});

it('starts with another way after phone calls were stopped', () => {
  const { input } = open({ channels: ['text', 'email'] });
  expect([input('call').disabled, input('text').checked]).toEqual([true, true]);
});

it('starts with the participant’s choice, and saves a new one', async () => {
  const chosen = { by: 'text', when: 'evening' } as const;
  const { input, save, status, bodies } = open({ channels: ['call', 'text', 'email'], chosen });
  expect([input('text').checked, input('evening').checked]).toEqual([true, true]);
  input('email').click();
  save();
  save();
  await vi.waitFor(() => expect(status()).toBe('Saved. We’ve told the study team.'));
  expect(bodies()).toEqual([{ number: 'PT0123456789AB', by: 'email', when: 'evening' }]);
});

it('says why a choice was not saved, and keeps it in the form', async () => {
  const { input, save, status } = open({ channels: ['call', 'email'] }, () =>
    problem(429, 'too_many_requests', 'Please wait a while.'),
  );
  input('email').click();
  save();
  await vi.waitFor(() => expect(status()).toBe('Please wait a while.'));
  expect(input('email').checked).toBe(true);
});
