import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { enrollProps, partnerStudy } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import type { PublicQuestion } from '../wire/PublicQuestion';
import { Enroll } from './enroll';

const AGE: PublicQuestion = {
  sys_id: 'age',
  question: 'I am 18 or older.',
  for_someone_else: 'They are 18 or older.',
  answer_of_minors: 'False',
  order: '1',
  active: 'true',
  sys_created_on: '2026-01-01',
};
const PARENT = { name: 'Continue as a Parent or Guardian' };

function type(name: string, text: string) {
  return userEvent.type(screen.getByRole('textbox', { name }), text);
}

async function openForm() {
  const backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
  return backend;
}

async function typeBirth(age: number) {
  await type('Month', '1');
  await type('Day', '1');
  await type('Year', String(new Date().getFullYear() - age));
}

it('an answer of minors stops the questions, until a parent goes on', async () => {
  const backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [AGE] }) });
  render(<Enroll {...enrollProps()} />);
  await userEvent.click(await screen.findByRole('radio', { name: 'False' }));
  expect(screen.getByText(/You can’t sign up by yourself yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'NEXT' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'True' }));
  expect(screen.getByRole('button', { name: 'NEXT' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'False' }));
  await userEvent.click(screen.getByRole('button', PARENT));
  expect(await screen.findByText('They are 18 or older.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'NEXT' })).toBeTruthy();
  expect(backend.to('/backend/prescreen')).toHaveLength(0);
});

it('a date of birth under 18 leads to a parent or guardian', async () => {
  await openForm();
  await typeBirth(16);
  await userEvent.click(await screen.findByRole('button', PARENT));
  expect(await screen.findByRole('heading', { name: 'Their Details and Yours' })).toBeTruthy();
  expect(screen.queryByRole('button', PARENT)).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Year' }).value).not.toBe('');
});

it('a draft of a child under 13 holds the date of birth alone', async () => {
  const backend = await openForm();
  await type('First Name', 'Timmy');
  await typeBirth(8);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(backend.to('/backend/draft')).not.toHaveLength(0));
  expect(backend.to('/backend/draft').at(-1)?.body).toEqual({
    study_number: 'STU02001',
    form: {
      signing_up_for: 'self',
      date_of_birth_month: '1',
      date_of_birth_day: '1',
      date_of_birth_year: String(new Date().getFullYear() - 8),
    },
  });
});

it('the form offers the countries of the study’s sites', async () => {
  signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  const study = partnerStudy({ sign_up_countries: ['CANADA'] });
  render(<Enroll {...enrollProps({ study, countries_with_notices: ['VIETNAM'] })} />);
  const country = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Country' });
  const names = within(country)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(names).toEqual(['CANADA', 'VIETNAM']);
  expect(country.value).toBe('CANADA');
  expect(screen.getByText('This study takes sign-ups only from these countries')).toBeTruthy();
});
