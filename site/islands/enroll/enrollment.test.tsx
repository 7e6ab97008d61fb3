import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeBackend } from '../../tests/support/fake-backend';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from './enroll';

async function openForm() {
  signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
}

it('an unknown study shows not found', async () => {
  fakeBackend({ '/backend/trial': () => ({ study: { result: [] }, page: null }) });
  history.replaceState(null, '', '/enroll/STU09999');
  const { study: _study, ...unnamed } = enrollProps();
  render(<Enroll {...unnamed} />);
  expect(await screen.findByRole('heading', { name: 'Study details not found' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('the country field starts with the default of the list', async () => {
  await openForm();
  const country = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
  const offered = within(country)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect([country.value, offered]).toEqual(['UNITED STATES', enrollProps().countries]);
});

it('the privacy notice and the terms open in a new tab, without leaving the form', async () => {
  await openForm();
  const links = ['Privacy Notice', 'Terms of Use'].map((name) => {
    const link = screen.getByRole<HTMLAnchorElement>('link', { name });
    return [link.getAttribute('href'), link.target];
  });
  expect(links).toEqual([
    [enrollProps().consent.notice.href, '_blank'],
    ['/terms', '_blank'],
  ]);
});

it('sign-up never asks for a user name or a password', async () => {
  await openForm();
  expect(document.querySelector('input[type="password"], input[autocomplete="username"]')).toBeNull();
  expect(screen.queryByText(/log in|sign in|password/i)).toBeNull();
});
