import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeHistory } from '../../tests/support/entries';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { REQUIRED_VALUES } from '../messages/sign-up';
import { Enroll } from './enroll';

beforeEach(async () => {
  const narrow = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => narrow);
  fakeHistory();
  signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
});

/** The values of the first two parts. */
const TWO_PARTS = {
  preferred_name: 'Maria',
  last_name: 'Sample',
  date_of_birth_month: '3',
  date_of_birth_day: '27',
  date_of_birth_year: '1956',
  gender: 'female',
  email: 'maria@example.org',
  phone_number: '216 555 0134',
  language: 'en',
  country: 'UNITED STATES',
};

const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const parts = () =>
  [...document.querySelectorAll<HTMLElement>('.form__part')]
    .filter((part) => !part.hidden)
    .map((part) => part.querySelector('legend')?.textContent);

async function fillInFirstPart() {
  for (const [label, text] of [
    ['First Name', 'Maria'],
    ['Last Name', 'Sample'],
    ['Month', '3'],
    ['Day', '27'],
    ['Year', '1956'],
  ] as const) {
    await userEvent.type(screen.getByRole('textbox', { name: label }), text);
  }
  await userEvent.click(screen.getByLabelText('Female'));
}

describe('the form on a phone', () => {
  it('shows one part at a time and reports missing values there', async () => {
    expect(parts()).toEqual(['Step 1 of 5About You']);
    expect(screen.queryByRole('button', { name: 'Complete Sign Up' })).toBeNull();
    await goOn();
    const summary = screen.getByRole('alert', { name: REQUIRED_VALUES });
    const messages = within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(messages).toEqual([
      'Enter your first name',
      'Enter your last name',
      'Enter your date of birth',
      'Choose your gender at birth',
    ]);
    await fillInFirstPart();
    await goOn();
    expect(parts()).toEqual(['Step 2 of 5How to Reach You']);
    expect(document.activeElement?.textContent).toBe('Step 2 of 5How to Reach You');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays on a part with invalid values until the server accepts them', async () => {
    cleanup();
    let wrong = [{ field: 'preferred_name', message: 'Enter your first name in letters' }];
    signUpBackend({
      '/backend/questiongroup': () => ({ result: [] }),
      '/backend/draft': () => ({ result: 'kept', errors: [...wrong, { field: 'email', message: 'later' }] }),
    });
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('heading', { name: 'Your Details' });
    await fillInFirstPart();
    await goOn();
    const links = within(await screen.findByRole('alert')).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Enter your first name in letters']);
    expect(parts()).toEqual(['Step 1 of 5About You']);
    wrong = [];
    await userEvent.type(screen.getByRole('textbox', { name: 'First Name' }), 's');
    await goOn();
    await screen.findByText('How to Reach You');
    expect(parts()).toEqual(['Step 2 of 5How to Reach You']);
  });

  it('checks the phone number once the country is chosen, and leads back to it', async () => {
    cleanup();
    const message = 'Enter a phone number with its area code';
    signUpBackend({
      '/backend/questiongroup': () => ({ result: [] }),
      'GET /backend/participant': () => ({
        data: null,
        draft: { study_number: 'STU02001', answers: [], form: { ...TWO_PARTS, city: 'Leeds' } },
      }),
      '/backend/draft': () => ({ result: 'kept', errors: [{ field: 'phone_number', message }] }),
    });
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('heading', { name: 'Your Details' });
    await goOn();
    await goOn();
    await screen.findByText('Where You Live');
    expect(parts()).toEqual(['Step 3 of 5Where You Live']);
    await userEvent.type(screen.getByRole('textbox', { name: 'ZIP Code' }), '44106');
    await goOn();
    await userEvent.click(await screen.findByRole('link', { name: message }));
    expect(parts()).toEqual(['Step 2 of 5How to Reach You']);
    await userEvent.clear(screen.getByRole('textbox', { name: 'Phone Number' }));
    await goOn();
    expect(await screen.findByRole('link', { name: 'Enter your phone number' })).toBeTruthy();
  });

  it('offers a returning visitor the first incomplete part', async () => {
    cleanup();
    signUpBackend({
      '/backend/questiongroup': () => ({ result: [] }),
      'GET /backend/participant': () => ({
        data: null,
        draft: { study_number: 'STU02001', answers: [], form: TWO_PARTS },
      }),
    });
    render(<Enroll {...enrollProps()} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Go On at Step 3' }));
    expect(parts()).toEqual(['Step 3 of 5Where You Live']);
    expect(screen.queryByRole('button', { name: /Go On at/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(parts()).toEqual(['Step 2 of 5How to Reach You']);
  });

  it('goes back without losing input, and leads to the part of an error', async () => {
    await fillInFirstPart();
    await goOn();
    await goOn();
    const link = screen.getByRole('link', { name: 'Enter your email' });
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(parts()).toEqual(['Step 1 of 5About You']);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First Name' }).value).toBe('Maria');
    await userEvent.click(link);
    expect(parts()).toEqual(['Step 2 of 5How to Reach You']);
    expect(document.activeElement?.getAttribute('name')).toBe('email');
  });
});
