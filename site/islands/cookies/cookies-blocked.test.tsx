import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { problem, unreachable } from '../../tests/support/fake-backend';
import { complete, consent, fillIn, passPrescreening, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { Enroll } from '../enroll/enroll';
import { COOKIE_LOST } from '../messages/cookies';

const TITLE = 'Allow Cookies to Sign Up';
/** The server stores nothing for this browser. */
const UNKNOWN = { 'GET /backend/participant': () => ({ data: null, draft: null }) };
const firstQuestion = () => screen.findByRole('heading', { name: 'Who Is This Sign-Up For?' });
const notice = () => screen.queryByRole('heading', { name: TITLE });

describe('a browser that blocks cookies', () => {
  it('shows the notice before the first question, after exactly two calls', async () => {
    const backend = signUpBackend({ ...UNKNOWN, '/backend/cookies': () => ({ arrived: false }) });
    render(<Enroll {...enrollProps()} />);
    expect(await screen.findByRole('heading', { name: TITLE })).toBe(document.activeElement);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('link', { name: 'call us or write to us' }).getAttribute('href')).toBe(
      '/contact',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(backend.to('/backend/cookies')).toHaveLength(2);
    expect(backend.to('/backend/questiongroup')).toHaveLength(0);
  });

  it('continues once cookies are allowed, and shows that they are still blocked until then', async () => {
    let arrived = false;
    signUpBackend({ ...UNKNOWN, '/backend/cookies': () => ({ arrived }) });
    render(<Enroll {...enrollProps()} />);
    await screen.findByRole('heading', { name: TITLE });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/Cookies are still blocked/)).toBeTruthy();
    arrived = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await firstQuestion()).toBeTruthy();
    expect(notice()).toBeNull();
  });

  it('shows the notice midway, too, without repeating questions or losing input', async () => {
    let arrived = true;
    const backend = signUpBackend({
      '/backend/cookies': () => ({ arrived }),
      'POST /backend/participant': () => problem(422, 'prescreen_incomplete', 'Answer the questions.'),
    });
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await fillIn();
    await consent();
    await solveCaptcha();
    arrived = false;
    await complete();
    expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy();
    expect(screen.queryAllByRole('radio', { name: 'True' })).toHaveLength(0);
    expect(backend.to('/backend/prescreen')).toHaveLength(1);
    arrived = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/What you typed in the form is still here/)).toBeTruthy();
    expect(notice()).toBeNull();
  });

  it('that loses the cookie of a saved sign-up points to the confirmation email', async () => {
    let arrived = true;
    signUpBackend({
      '/backend/cookies': () => ({ arrived }),
      '/backend/acknowledge': () => problem(404, 'not_found', 'Not Found'),
    });
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    arrived = false;
    await userEvent.click(await screen.findByRole('button', { name: 'I acknowledge and accept' }));
    await waitFor(() => expect(document.body.textContent).toContain(COOKIE_LOST));
  });
});

it.each([
  ['returns the cookie on the second call', [false, true], 2],
  ['already has a cookie', [true], 1],
])('a browser that %s gets the first question', async (_, answers, calls) => {
  const replies = [...answers];
  const backend = signUpBackend({
    ...UNKNOWN,
    '/backend/cookies': () => ({ arrived: replies.shift() }),
  });
  render(<Enroll {...enrollProps()} />);
  await firstQuestion();
  expect(backend.to('/backend/cookies')).toHaveLength(calls);
});

it('a browser with a stored draft is not checked for cookies', async () => {
  const draft = { study_number: 'STU02001', answers: [], form: { city: 'York' } };
  const backend = signUpBackend({ 'GET /backend/participant': () => ({ data: null, draft }) });
  render(<Enroll {...enrollProps()} />);
  await screen.findAllByRole('radio');
  expect(backend.to('/backend/cookies')).toHaveLength(0);
});

it('an unreachable server does not count as blocked cookies', async () => {
  signUpBackend({ ...UNKNOWN, '/backend/cookies': unreachable });
  render(<Enroll {...enrollProps()} />);
  expect(await firstQuestion()).toBeTruthy();
});
