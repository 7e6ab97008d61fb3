import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { unreachable } from '../../tests/support/fake-backend';
import { complete, consent, fillIn, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { INVALID_EMAIL, NO_CAPTCHA, REQUIRED_VALUES } from '../messages/sign-up';
import { Enroll } from './enroll';

const ALL_MISSING = [
  'Enter your first name',
  'Enter your last name',
  'Enter your date of birth',
  'Choose your gender at birth',
  'Enter your email',
  'Enter your phone number',
  'Choose your primary language',
  'Enter your city',
  'Enter your ZIP code',
  'Choose at least one race',
  'Enter your health condition',
  'Choose your smoking status',
  NO_CAPTCHA,
];

let backend: ReturnType<typeof signUpBackend>;

beforeEach(async () => {
  backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const links = () =>
  within(screen.getByRole('alert'))
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('required values', () => {
  it('that are missing are named in the order of the form, and each leads to its field', async () => {
    await consent();
    await complete();
    const summary = screen.getByRole('alert', { name: REQUIRED_VALUES });
    expect(document.activeElement).toBe(summary);
    expect(links()).toEqual(ALL_MISSING);
    for (const message of ALL_MISSING) {
      await userEvent.click(within(summary).getByRole('link', { name: message }));
      expect(document.activeElement?.matches('input, select, textarea'), message).toBe(true);
    }
    expect(backend.to('POST /backend/participant')).toHaveLength(0);
  });

  it('are named together with the required box and the captcha', async () => {
    await complete();
    expect(screen.getByRole('alert', { name: REQUIRED_VALUES })).toBeTruthy();
    const shown = links();
    const box = shown.findIndex((message) => message?.startsWith('Tick this box'));
    expect(shown.slice(0, box)).toEqual(ALL_MISSING.slice(0, -1));
    expect(shown.slice(box + 1)).toEqual([NO_CAPTCHA]);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: /^Tick this box/ }));
    expect(document.activeElement?.matches('input[type="checkbox"]')).toBe(true);
  });

  it('a missing one takes the focus to the summary again at each attempt', async () => {
    await consent();
    await complete();
    box('First Name').focus();
    await complete();
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });

  it('current gender, state, medication and family history are optional', async () => {
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

describe('the date of birth', () => {
  it.each([
    ['', '27', '1956', 'Date of birth must include a month', 'Month'],
    ['3', '', '1956', 'Date of birth must include a day', 'Day'],
    ['3', '27', '', 'Date of birth must include a year', 'Year'],
    ['2', '30', '1956', 'Date of birth must be a real date, such as 3 27 1956', 'Month'],
    ['ab', '27', '1956', 'Date of birth must be a real date, such as 3 27 1956', 'Month'],
    ['3', '27', '56', 'The year must have four digits, such as 1956', 'Year'],
    ['3', '27', '1850', 'Date of birth must be less than 120 years ago', 'Month'],
    ['3', '27', '2999', 'Date of birth must be in the past', 'Month'],
  ])('%s %s %s is none, and the message leads to what is wrong', async (month, day, year, message, part) => {
    for (const [name, text] of [
      ['Month', month],
      ['Day', day],
      ['Year', year],
    ] as const) {
      if (text) {
        await userEvent.type(box(name), text);
      }
    }
    await consent();
    await complete();
    await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: message }));
    expect(document.activeElement).toBe(box(part));
  });
});

describe('the phone number', () => {
  const message = 'Enter a phone number with its area code, such as 216 555 0134';
  it.each([
    ['555-1234', true],
    ['216 555 0134', false],
    ['1 216 555 0134', false],
    ['000 000 0000', true],
    ['216 055 0134', true],
    ['216 555 0134 x12', false],
    ['+44 20 7946 0018', false],
  ])('%s in the United States', async (number, isWrong) => {
    await userEvent.type(box('Phone Number'), number);
    await consent();
    await complete();
    expect(within(screen.getByRole('alert')).queryByRole('link', { name: message }) !== null).toBe(isWrong);
  });
});

describe('the email', () => {
  it.each(['maria', 'maria@example', '.maria@example.org', 'maria@.org', 'ma ria@example.org'])(
    '%s gets its message beside the field',
    async (email) => {
      await userEvent.type(box('Email'), email);
      await userEvent.tab();
      expect(screen.getByText(INVALID_EMAIL)).toBeTruthy();
      expect(box('Email').getAttribute('aria-invalid')).toBe('true');
    },
  );

  it('that is right loses its message', async () => {
    await userEvent.type(box('Email'), 'maria');
    await userEvent.tab();
    await userEvent.type(box('Email'), '@example.org');
    await userEvent.tab();
    // A message that goes at once moves what is being pressed.
    expect(screen.getByText(INVALID_EMAIL)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(INVALID_EMAIL)).toBeNull());
  });
});

describe('consent', () => {
  it('the button waits for the required box, says why, and can be reached', async () => {
    const button = screen.getByRole('button', { name: 'Complete Sign Up' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'required',
    );
    await fillIn();
    await solveCaptcha();
    await complete();
    expect(backend.to('POST /backend/participant')).toHaveLength(0);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('link'));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /privacy policy/ }));
    await consent();
    expect(button.getAttribute('aria-disabled')).toBe('false');
  });

  it('no box starts ticked unless the content says so', () => {
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /privacy policy/ }).checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /text messages/ }).checked).toBe(false);
  });
});

describe('the captcha', () => {
  it('shows its red message until it is solved', async () => {
    expect(screen.getByText(NO_CAPTCHA)).toBeTruthy();
    await solveCaptcha();
    expect(screen.queryByText(NO_CAPTCHA)).toBeNull();
  });

  it('is asked for by nobody but the person', () => {
    expect(backend.to('/backend/captcha')).toHaveLength(0);
  });
});

it('the postal code takes letters outside the United States', async () => {
  expect(box('ZIP Code').inputMode).toBe('numeric');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'CANADA');
  expect(box('Postal Code').inputMode).toBe('text');
});

it('a phone or a browser can fill in what it knows', () => {
  const expected = {
    'First Name': 'given-name',
    'Last Name': 'family-name',
    Month: 'bday-month',
    Day: 'bday-day',
    Year: 'bday-year',
    Email: 'email',
    'Phone Number': 'tel',
    City: 'address-level2',
    'ZIP Code': 'postal-code',
  };
  for (const [name, autocomplete] of Object.entries(expected)) {
    expect(box(name).getAttribute('autocomplete'), name).toBe(autocomplete);
  }
  expect([box('Month').inputMode, box('Phone Number').inputMode, box('Email').inputMode]).toEqual([
    'numeric',
    'tel',
    'email',
  ]);
});

it('a captcha that fails can be tried again', async () => {
  signUpBackend({ '/backend/captcha': unreachable });
  await userEvent.click(screen.getByRole('checkbox', { name: 'I am not a robot' }));
  expect(await screen.findByText('The check didn’t work. Please try again.')).toBeTruthy();
  signUpBackend();
  await solveCaptcha();
});
