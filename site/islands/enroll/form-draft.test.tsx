import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { unreachable } from '../../tests/support/fake-backend';
import { consent, fillIn, signUpMyself, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { PARTICIPANT_ERROR } from '../messages/sign-up';
import { Enroll } from './enroll';

const KEPT = {
  preferred_name: 'Maria',
  date_of_birth_year: '1956',
  gender: 'female',
  country: 'CANADA',
  race: 'Asian,White / Caucasian',
  health_condition: 'Asthma',
};

async function open(form: Record<string, string> = {}, study_number = 'STU02001', from_records = false) {
  let isRejected = false;
  let isKept = true;
  const created = { data: { pt_id: 'PT0123456789AB', pt_sys_id: 'sys-1' } };
  const backend = signUpBackend({
    'POST /backend/participant': () => (isRejected ? unreachable() : created),
    '/backend/questiongroup': () => ({ result: [] }),
    '/backend/draft': () => (isKept ? { result: 'kept', errors: [] } : unreachable()),
    'GET /backend/participant': () => ({
      data: null,
      draft: { study_number, answers: [], form: { signing_up_for: 'self', ...form }, from_records },
    }),
  });
  render(<Enroll {...enrollProps()} />);
  if (study_number !== 'STU02001') {
    await signUpMyself();
  }
  await screen.findByRole('heading', { name: 'Your Details' });
  return Object.assign(backend, {
    refuse: () => {
      isRejected = true;
    },
    keep: (works: boolean) => {
      isKept = works;
    },
  });
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

function leave(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  fireEvent(document, new Event('visibilitychange'));
}

it('saves the input once when the page is left', async () => {
  const backend = await open();
  leave('hidden');
  await userEvent.type(textbox('First Name'), 'Maria');
  await userEvent.click(box('Female'));
  leave('visible');
  expect(backend.to('/backend/draft')).toEqual([]);
  leave('hidden');
  leave('hidden');
  const kept = backend.to('/backend/draft').map(({ body }) => body);
  const form = {
    signing_up_for: 'self',
    preferred_name: 'Maria',
    gender: 'female',
    country: 'UNITED STATES',
  };
  expect(kept).toEqual([{ study_number: 'STU02001', form }]);
});

it('saves the site in the address, and restores it when the address names none', async () => {
  const key = enrollProps().study?.sites[1]?.key ?? '';
  history.replaceState(null, '', `/enroll/STU02001/ps?site=${key}`);
  const backend = await open();
  leave('hidden');
  const kept = backend.to('/backend/draft').map(({ body }) => body);
  const form = { signing_up_for: 'self', country: 'UNITED STATES', site: key };
  expect(kept).toEqual([{ study_number: 'STU02001', form }]);
  cleanup();
  history.replaceState(null, '', '/enroll/STU02001');
  await open({ country: 'UNITED STATES', site: key });
  expect(screen.getAllByText(/Pittsburgh/).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLSelectElement>('Your Study Site').value).toBe(key);
  expect(screen.getByText(/^You sign up at/).textContent).not.toContain('Cleveland');
  expect(screen.queryByText(/We filled in/)).toBeNull();
});

it('says when answers are from medical records', async () => {
  await open(KEPT, 'STU02001', true);
  expect(screen.getByText(/Some answers are from your medical records. Check them/)).toBeTruthy();
});

it('restores the form of the draft', async () => {
  await open(KEPT);
  expect(screen.getByText(/We filled in what you typed or chose before/)).toBeTruthy();
  expect([textbox('First Name').value, textbox('Year').value]).toEqual(['Maria', '1956']);
  expect([box('Female').checked, box('Male').checked]).toEqual([true, false]);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' }).value).toBe('CANADA');
  const races = [...document.querySelectorAll<HTMLInputElement>('[name="race"]:checked')];
  expect(races.map(({ value }) => value)).toEqual(
    enrollProps().races.filter((race) => KEPT.race.split(',').includes(race)),
  );
  expect(races.length).toBeGreaterThan(0);
});

it('clears the form and its draft after a confirmation', async () => {
  const backend = await open(KEPT);
  await userEvent.click(screen.getByRole('button', { name: 'Clear the Form' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep It' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep It' }));
  expect([textbox('First Name').value, backend.to('/backend/draft')]).toEqual(['Maria', []]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear the Form' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear It' }));
  expect(textbox('First Name').value).toBe('');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' }).value).toBe('UNITED STATES');
  expect(screen.queryByText(/We filled in/)).toBeNull();
  const { body } = await waitFor(() => backend.to('/backend/draft')[0] ?? Promise.reject());
  expect(body).toEqual({ study_number: 'STU02001', form: {} });
});

it('reports that the draft could not be saved until it can', async () => {
  const backend = await open();
  backend.keep(false);
  await userEvent.type(textbox('First Name'), 'Maria');
  leave('hidden');
  expect(await screen.findByText(/We could not keep what you typed/)).toBeTruthy();
  backend.keep(true);
  leave('visible');
  leave('hidden');
  await waitFor(() => expect(screen.queryByText(/We could not keep what you typed/)).toBeNull());
});

it('restores nothing that was typed for another study', async () => {
  await open(KEPT, 'STU01009');
  expect(textbox('First Name').value).toBe('');
});

it('saves nothing more once the form was sent, so that a repeated request is recognized', async () => {
  const backend = await open();
  await fillIn();
  await consent();
  await solveCaptcha();
  await userEvent.click(screen.getByRole('button', { name: 'Complete Sign Up' }));
  await waitFor(() => expect(backend.to('POST /backend/participant')).toHaveLength(1));
  const before = backend.to('/backend/draft').length;
  fireEvent.input(textbox('City'));
  leave('hidden');
  expect(backend.to('/backend/draft')).toHaveLength(before);
});

it('saves the draft before sending the form, and again after a rejection', async () => {
  const backend = await open();
  backend.refuse();
  await fillIn();
  await consent();
  await solveCaptcha();
  await userEvent.click(screen.getByRole('button', { name: 'Complete Sign Up' }));
  await screen.findByRole('alert', { name: PARTICIPANT_ERROR });
  const kept = backend.calls.map(({ path }) => path).filter((path) => path !== '/backend/captcha');
  expect(kept.slice(-2)).toEqual(['/backend/draft', '/backend/participant']);
  await userEvent.type(textbox('City'), ' Heights');
  leave('hidden');
  const last = backend.to('/backend/draft').at(-1)?.body as { form: Record<string, string> };
  expect(last.form.city).toBe('Cleveland Heights');
});

it('saves the draft after a pause in typing', async () => {
  const backend = await open();
  vi.useFakeTimers();
  fireEvent.input(textbox('First Name'), { target: { value: 'Maria' } });
  await vi.advanceTimersByTimeAsync(7_000);
  fireEvent.input(textbox('City'), { target: { value: 'Akron' } });
  await vi.advanceTimersByTimeAsync(7_000);
  expect(backend.to('/backend/draft')).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const [kept] = backend.to('/backend/draft').map(({ body }) => body as { form: object });
  expect(kept?.form).toEqual({
    signing_up_for: 'self',
    preferred_name: 'Maria',
    city: 'Akron',
    country: 'UNITED STATES',
  });
});
