import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { problem, unreachable } from '../../tests/support/fake-backend';
import { passPrescreening, signUpMyself } from '../../tests/support/filled-form';
import { enrollProps, partnerStudy } from '../../tests/support/samples';
import { signUpBackend } from '../../tests/support/sign-up-backend';
import { SCREENER_ERROR, SCREENER_FAILED, UNANSWERED_QUESTIONS } from '../messages/sign-up';
import { Enroll } from './enroll';

const next = () => userEvent.click(screen.getByRole('button', { name: 'NEXT' }));

async function answer(...answers: string[]) {
  await screen.findAllByRole('radio');
  for (const [index, word] of answers.entries()) {
    await userEvent.click(screen.getAllByRole('radio', { name: word })[index] as HTMLElement);
  }
}

it('the questions of the study come first, then the form', async () => {
  const backend = signUpBackend();
  render(<Enroll {...enrollProps()} />);
  await passPrescreening();
  expect(Object.fromEntries(backend.to('/backend/questiongroup')[0]?.query ?? [])).toEqual({
    id: 'a'.repeat(32),
    studyId: 'STU02001',
  });
  expect(backend.to('/backend/prescreen')[0]?.body).toEqual({
    study_number: 'STU02001',
    answers: [
      { sys_id: 'q1', answer: 'True' },
      { sys_id: 'q2', answer: 'True' },
    ],
  });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your Details' }));
});

it('a study without questions starts with the form', async () => {
  const backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps()} />);
  expect(await screen.findByRole('heading', { name: 'Your Details' })).toBeTruthy();
  expect(backend.to('/backend/prescreen')).toHaveLength(0);
});

it('every question must be answered, and the summary links to the open ones', async () => {
  const backend = signUpBackend();
  render(<Enroll {...enrollProps()} />);
  await answer('True');
  await next();
  const summary = screen.getByRole('alert', { name: UNANSWERED_QUESTIONS });
  expect(document.activeElement).toBe(summary);
  await userEvent.click(screen.getByRole('link', { name: 'I have a leg ulcer.' }));
  expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: 'True' })[1]);
  expect(backend.to('/backend/prescreen')).toHaveLength(0);
});

it('answers that do not fit show the message and lead home', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  signUpBackend({ '/backend/prescreen': () => ({ passed: false, message: SCREENER_FAILED }) });
  render(<Enroll {...enrollProps()} />);
  await answer('True', 'False');
  await next();
  expect((await screen.findByRole('alertdialog')).textContent).toContain(SCREENER_FAILED);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(leave).toHaveBeenCalledExactlyOnceWith('/');
});

it.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Review My Answers' }))],
  [
    'the Escape key',
    async () => void screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true })),
  ],
])('answers that do not fit can be reviewed by %s: they stay, as does the page', async (_, review) => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const backend = signUpBackend({
    '/backend/prescreen': () => ({ passed: false, message: SCREENER_FAILED }),
  });
  render(<Enroll {...enrollProps()} />);
  await answer('True', 'False');
  await next();
  await screen.findByRole('alertdialog');
  await review();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(leave).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toContain('I am 18 years old or older.');
  const isChosen = (name: string) =>
    screen.getAllByRole<HTMLInputElement>('radio', { name }).map((radio) => radio.checked);
  expect([isChosen('True'), isChosen('False')]).toEqual([
    [true, false],
    [false, true],
  ]);
  await next();
  await screen.findByRole('alertdialog');
  expect(backend.to('/backend/prescreen')).toHaveLength(2);
});

it.each([
  ['nothing to check', () => problem(404, 'prescreen_nothing_to_check', SCREENER_ERROR), SCREENER_ERROR],
  [
    'an answer missing',
    () => problem(422, 'prescreen_incomplete', UNANSWERED_QUESTIONS),
    UNANSWERED_QUESTIONS,
  ],
  ['no server', unreachable, /can’t reach our server/],
])('a failed check shows the reason and keeps the answers: %s', async (_, reply, words) => {
  signUpBackend({ '/backend/prescreen': reply });
  render(<Enroll {...enrollProps()} />);
  await answer('True', 'True');
  await next();
  expect(await screen.findByRole('alert', { name: words })).toBeTruthy();
  expect(
    screen.getAllByRole<HTMLInputElement>('radio', { name: 'True' }).map((radio) => radio.checked),
  ).toEqual([true, true]);
});

it('questions that fail to load leave the form, a note, and a way to try again', async () => {
  let reply: () => unknown = unreachable;
  signUpBackend({ '/backend/questiongroup': () => reply() });
  render(<Enroll {...enrollProps()} />);
  expect(await screen.findByText(/We couldn’t load the study’s questions/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Your Details' })).toBeTruthy();
  reply = () => ({ result: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText(/couldn’t load/)).toBeNull());
});

it('the step bar of the page follows the form', async () => {
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<ol data-progress><li aria-current="step">Self Assessment</li><li>Sign Up</li></ol>',
  );
  signUpBackend();
  render(<Enroll {...enrollProps()} />);
  const current = () => document.querySelector('[aria-current="step"]')?.textContent;
  await screen.findAllByRole('radio');
  expect(current()).toBe('Self Assessment');
  await passPrescreening();
  expect(current()).toBe('Sign Up');
});

it('shows the study and the chosen site', async () => {
  history.replaceState(null, '', '/enroll/STU02001/ps?city=Pittsburgh&state=PA&country=United%20States');
  signUpBackend();
  render(<Enroll {...enrollProps()} />);
  expect(screen.getByText('Pittsburgh Clinic')).toBeTruthy();
  expect(screen.queryByText(/You cannot sign up at the place/)).toBeNull();
  expect(screen.getByRole('link', { name: /A gel for leg ulcers/ })).toBeTruthy();
  await screen.findAllByRole('radio');
});

it('a place in the address that is not a site of the study is not shown', async () => {
  history.replaceState(null, '', '/enroll/STU02001/ps?city=Buy%20this&state=now');
  signUpBackend();
  render(<Enroll {...enrollProps()} />);
  expect(screen.getByText('Cleveland Clinic')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Buy this');
  expect(screen.getByText(/You cannot sign up at the place that you chose/)).toBeTruthy();
  await screen.findAllByRole('radio');
});

it('the default study shows neither study nor site', async () => {
  signUpBackend();
  const study = partnerStudy({ study_number: 'STU01009', sign_up: '/enroll/STU01009' });
  render(<Enroll {...enrollProps({ study })} />);
  await signUpMyself();
  await screen.findAllByRole('radio');
  expect(screen.queryByText('You are signing up for')).toBeNull();
  expect(document.querySelector('.enroll--wide')).not.toBeNull();
});

it('a closed study says so', () => {
  signUpBackend();
  render(<Enroll {...enrollProps({ study: partnerStudy({ sign_up: null }) })} />);
  expect(screen.getByText(/no longer accepting new referrals/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('a study named by the address is looked up', async () => {
  history.replaceState(null, '', '/enroll/STU02001/ps');
  signUpBackend({ '/backend/trial': () => ({ study: { result: [] }, page: partnerStudy() }) });
  const { study: _, ...props } = enrollProps();
  render(<Enroll {...props} />);
  expect(await screen.findAllByRole('radio')).toHaveLength(4);
});

it('the questions of a sign-up for someone else are about that person', async () => {
  const backend = signUpBackend({ 'GET /backend/participant': () => ({ data: null }) });
  render(<Enroll {...enrollProps()} />);
  const title = await screen.findByRole('heading', { name: 'Who Is This Sign-Up For?' });
  expect(title).toBeTruthy();
  expect(screen.queryAllByRole('radio')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up for Someone I Care For' }));
  expect(screen.getByText('They are 18 years old or older.')).toBeTruthy();
  // The other question has no wording for a representative.
  expect(screen.getByText('I have a leg ulcer.')).toBeTruthy();
  expect(screen.getByText(/“I” means that person/)).toBeTruthy();
  expect(backend.to('/backend/draft')[0]?.body).toEqual({
    study_number: 'STU02001',
    form: { signing_up_for: 'someone_else' },
  });
  await passPrescreening().catch(() => {});
  expect(await screen.findByRole('heading', { name: 'Their Details and Yours' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up for Myself Instead' }));
  expect(screen.getByRole('heading', { name: 'Your Details' })).toBeTruthy();
});
