import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { complete, consent, fillIn, passPrescreening, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import type { SignUpForm } from '../wire/SignUpForm';
import { Enroll } from './enroll';

async function openForm() {
  const backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
  return backend;
}

describe('a sign-up', () => {
  it('begins with the country, city, and state of the visit', async () => {
    sessionStorage.setItem('country', 'CANADA');
    sessionStorage.setItem('city', 'Toronto');
    sessionStorage.setItem('state', 'ON');
    await openForm();
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('CANADA');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Toronto');
    expect(screen.getByLabelText<HTMLInputElement>(/^State or Territory/).value).toBe('ON');
    expect(screen.getByLabelText('Postal Code')).toBeTruthy();
  });

  it('stores the chat of the study before the answers are sent', async () => {
    const sent: (string | null)[] = [];
    const backend = signUpBackend({
      '/backend/participant': () => ({
        data: { pt_id: 'PT0123456789AB', pt_sys_id: 'sys' },
        chat: { account_sid: 'AC1', flex_flow_id: 'FO1' },
      }),
      '/backend/submit': () => {
        sent.push(localStorage.getItem('acc_sid'));
        return { result: [] };
      },
    });
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    await screen.findByRole('button', { name: 'I acknowledge and accept' });
    await waitFor(() => expect(backend.to('POST /backend/submit').length).toBeGreaterThan(0));
    expect(sent[0]).toBe('AC1');
    expect({ ...localStorage }).toEqual({
      chat_status: 'started',
      acc_sid: 'AC1',
      flow_id: 'FO1',
      study_nct: 'NCT05000001',
      study_sid: 'a'.repeat(32),
      prospectID: 'PT0123456789AB',
    });
  });

  it('sends the last search and the page where sign-up began', async () => {
    localStorage.setItem('currentPage', '/about');
    sessionStorage.setItem('condition', 'leg ulcer');
    sessionStorage.setItem('country', 'UNITED STATES');
    const backend = await openForm();
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    await screen.findByRole('button', { name: 'I acknowledge and accept' });
    const form = backend.to('POST /backend/participant')[0]?.body as SignUpForm;
    expect(JSON.parse(form.other_information ?? '')).toEqual({
      condition: 'leg ulcer',
      country: 'UNITED STATES',
      page: '/about',
    });
  });
});
