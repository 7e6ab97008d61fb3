import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { unreachable } from '../../tests/support/fake-backend';
import { complete, consent, fillIn, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { INVALID_EMAIL, NO_CAPTCHA, REQUIRED_VALUES } from '../messages/sign-up';
import type { FieldError } from '../wire/FieldError';
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
/** The errors of the draft; null if the server is unreachable. */
let draftErrors: FieldError[] | null;

beforeEach(async () => {
  draftErrors = [];
  backend = signUpBackend({
    '/backend/questiongroup': () => ({ result: [] }),
    '/backend/draft': () => (draftErrors === null ? unreachable() : { result: 'kept', errors: draftErrors }),
  });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const links = () =>
  within(screen.getByRole('alert'))
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('required values', () => {
  it('that are missing are listed in the order of the form and link to their fields', async () => {
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

  it('are listed together with the required box and the captcha', async () => {
    await complete();
    expect(screen.getByRole('alert', { name: REQUIRED_VALUES })).toBeTruthy();
    const shown = links();
    const box = shown.findIndex((message) => message?.startsWith('Tick this box'));
    expect(shown.slice(0, box)).toEqual(ALL_MISSING.slice(0, -1));
    expect(shown.slice(box + 1)).toEqual([NO_CAPTCHA]);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: /^Tick this box/ }));
    expect(document.activeElement?.matches('input[type="checkbox"]')).toBe(true);
  });

  it('move the focus to the summary again at each attempt', async () => {
    await consent();
    await complete();
    box('First Name').focus();
    await complete();
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });

  it('exclude current gender, state, medication, and family history', async () => {
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
  ])(
    '%s %s %s is invalid, and the message links to the wrong part',
    async (month, day, year, message, part) => {
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
    },
  );
});

describe('the phone number', () => {
  it('is checked by the server together with missing values', async () => {
    const message = 'Enter a phone number with its area code, such as 216 555 0134';
    draftErrors = [{ field: 'phone_number', message }];
    await userEvent.type(box('First Name'), 'Maria');
    await userEvent.type(box('Phone Number'), 'call me');
    await consent();
    await complete();
    const others = ALL_MISSING.filter((text) => text !== 'Enter your first name');
    expect(links()).toEqual(others.map((text) => (text === 'Enter your phone number' ? message : text)));
    const drafts = backend.to('/backend/draft').map(({ body }) => body as { form: object });
    expect(drafts.at(-1)?.form).toMatchObject({ preferred_name: 'Maria', phone_number: 'call me' });
  });

  it('is only checked with the sign-up when the server does not answer', async () => {
    draftErrors = null;
    await userEvent.type(box('Phone Number'), 'call me');
    await consent();
    await complete();
    expect(links()).toEqual(ALL_MISSING.filter((text) => text !== 'Enter your phone number'));
  });
});

describe('a text that is too long', () => {
  it('is not cut off, is counted, and is listed with the other errors', async () => {
    const name = box('First Name');
    fireEvent.input(name, { target: { value: 'a'.repeat(85) } });
    expect(screen.getByText('15 characters left')).toBeTruthy();
    fireEvent.input(name, { target: { value: 'a'.repeat(103) } });
    expect(screen.getByText('3 characters too many')).toBeTruthy();
    await consent();
    await complete();
    const message = 'Use 100 characters or fewer. You have 3 too many';
    expect(within(screen.getByRole('alert')).getByRole('link', { name: message })).toBeTruthy();
    expect(box('First Name').value).toHaveLength(103);
  });
});

it('invisible text counts as missing', async () => {
  fireEvent.input(box('First Name'), { target: { value: '\u200b' } });
  fireEvent.input(box('Email'), { target: { value: '\u200b' } });
  await consent();
  await complete();
  expect(links()).toEqual(ALL_MISSING);
});

it('a date pasted into one box fills all three, and the month may be a word', async () => {
  box('Day').focus();
  await userEvent.paste('March 27, 1956');
  expect(['Month', 'Day', 'Year'].map((part) => box(part).value)).toEqual(['3', '27', '1956']);
  await userEvent.clear(box('Month'));
  await userEvent.type(box('Month'), 'mar');
  await consent();
  await complete();
  expect(links()).not.toContain('Enter your date of birth');
  expect(box('Month').getAttribute('aria-invalid')).toBeNull();
});

describe('an age', () => {
  const born = async (year: number) => {
    await userEvent.type(box('Month'), '1');
    await userEvent.type(box('Day'), '1');
    await userEvent.type(box('Year'), String(year));
  };

  it('below majority needs a representative, and switching keeps the input', async () => {
    await userEvent.type(box('First Name'), 'Leo');
    await born(new Date().getFullYear() - 8);
    await consent();
    await complete();
    expect(links()).toContain(
      'People under 18 can’t sign up by themselves. Ask a parent or guardian to sign you up',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up Someone Else Instead' }));
    expect(box('Their First Name').value).toBe('Leo');
    expect(screen.queryByRole('group', { name: 'Their Smoking Status' })).toBeNull();
    await complete();
    expect(links()).toContain('Enter your full name');
    expect(links()).toContain('Choose how you are related');
    expect(links()).not.toContain('Choose their smoking status');
    await userEvent.click(screen.getByLabelText('Another relationship'));
    expect(screen.getByRole('textbox', { name: 'Your Relationship' })).toBeTruthy();
  });

  it('of majority is higher in some states', async () => {
    await born(new Date().getFullYear() - 19);
    await userEvent.clear(box('Month'));
    await userEvent.type(box('Month'), '12');
    await userEvent.clear(box('Day'));
    await userEvent.type(box('Day'), '31');
    await userEvent.type(box('State or Territory (optional)'), 'AL');
    await consent();
    await complete();
    const isTooYoung = links().some((link) => link?.startsWith('People under 19'));
    const isLastDay = new Date().getMonth() === 11 && new Date().getDate() === 31;
    expect(isTooYoung).toBe(!isLastDay);
  });
});

describe('the email', () => {
  it.each(['maria', 'maria@example', '.maria@example.org', 'maria@.org', 'ma ria@example.org'])(
    '%s gets an error next to the field',
    async (email) => {
      await userEvent.type(box('Email'), email);
      await userEvent.tab();
      expect(screen.getByText(INVALID_EMAIL)).toBeTruthy();
      expect(box('Email').getAttribute('aria-invalid')).toBe('true');
    },
  );

  it('that is corrected loses its error', async () => {
    await userEvent.type(box('Email'), 'maria');
    await userEvent.tab();
    await userEvent.type(box('Email'), '@example.org');
    await userEvent.tab();
    // Removing the message at once would move the button that is being pressed.
    expect(screen.getByText(INVALID_EMAIL)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(INVALID_EMAIL)).toBeNull());
  });
});

describe('consent', () => {
  it('is required by the button, which says why and stays focusable', async () => {
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

  it('boxes start unticked unless the content ticks them', () => {
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /privacy policy/ }).checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /text messages/ }).checked).toBe(false);
  });
});

describe('the captcha', () => {
  it('shows its error until it is solved', async () => {
    expect(screen.getByText(NO_CAPTCHA)).toBeTruthy();
    await solveCaptcha();
    expect(screen.queryByText(NO_CAPTCHA)).toBeNull();
  });

  it('does not start by itself', () => {
    expect(backend.to('/backend/captcha')).toHaveLength(0);
  });
});

it('the postal code accepts letters outside the United States', async () => {
  expect(box('ZIP Code').inputMode).toBe('numeric');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'CANADA');
  expect(box('Postal Code').inputMode).toBe('text');
});

it('the fields can be autofilled', () => {
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
});

it('the keyboard of a phone fits the field', () => {
  const keyboards = ['Month', 'Day', 'Year', 'Phone Number', 'Email'].map((name) => box(name).inputMode);
  expect(keyboards, 'a month may be typed as a word').toEqual(['text', 'numeric', 'numeric', 'tel', 'email']);
});

it('a failed captcha can be tried again', async () => {
  signUpBackend({ '/backend/captcha': unreachable });
  await userEvent.click(screen.getByRole('checkbox', { name: 'I am not a robot' }));
  expect(await screen.findByText('The check didn’t work. Please try again.')).toBeTruthy();
  signUpBackend();
  await solveCaptcha();
});
