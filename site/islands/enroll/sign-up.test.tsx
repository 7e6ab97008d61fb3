import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { type MadeCall, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { complete, consent, fillIn, passPrescreening, solveCaptcha } from '../../tests/support/filled-form';
import { enrollProps, partnerStudy } from '../../tests/support/samples';
import { OWN_DRAFT, QUESTIONS, signUpBackend } from '../../tests/support/sign-up-backend';
import {
  EMAIL_EXISTS,
  PARTICIPANT_ERROR,
  SCREENER_ERROR,
  SCREENER_FAILED,
  UNANSWERED_QUESTIONS,
} from '../messages/sign-up';
import type { SignUpForm } from '../wire/SignUpForm';
import { Enroll } from './enroll';

let leave: Mock<typeof location.assign>;

beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
});

async function openForm(replies: Record<string, Reply> = {}) {
  const backend = signUpBackend({ '/backend/questiongroup': () => ({ result: [] }), ...replies });
  render(<Enroll {...enrollProps()} />);
  await screen.findByRole('heading', { name: 'Your Details' });
  return backend;
}

async function sendFilledForm(replies: Record<string, Reply> = {}) {
  const backend = await openForm(replies);
  await fillIn();
  await consent();
  await solveCaptcha();
  await complete();
  return backend;
}

describe('the whole sign-up', () => {
  it('leads from the questions to the thank-you page', async () => {
    const backend = signUpBackend();
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    await userEvent.click(await screen.findByRole('button', { name: 'I acknowledge and accept' }));
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/thankyou/PT0123456789AB'));

    const [call] = backend.to('POST /backend/participant') as [MadeCall];
    const { recaptcha_response, time_zone, ...form } = call.body as SignUpForm;
    expect(form).toEqual({
      preferred_name: 'Maria',
      last_name: 'Sample',
      gender: 'female',
      current_gender: '',
      date_of_birth: '1956-03-27',
      email: 'maria@example.org',
      phone_number: '216 555 0134',
      race: 'Asian,White',
      study: 'A gel for leg ulcers that heal slowly',
      language: 'sp',
      country: 'UNITED STATES',
      city: 'Cleveland',
      zip_code_or_city: '44106',
      state_territory: '',
      patient_id: '',
      nct_number: 'NCT05000001',
      current_medications: '',
      health_condition: 'Leg ulcer',
      relevant_family_history: '',
      smoking_status: 'Never',
      other_information: '{"condition":"","country":"","page":""}',
      study_number: 'STU02001',
      site: 'cleveland-clinic',
      consents: ['privacy'],
      has_document: false,
      document_count: 0,
    });
    expect(time_zone).not.toBe('');
    expect(Object.keys(JSON.parse(atob(recaptcha_response)))).toEqual(['challenge', 'solution']);
    expect(backend.to('/backend/submit')[0]?.body).toEqual([
      { answer: 'True', sys_id: 'q1', order: '1', participant_id: 'PT0123456789AB' },
      { answer: 'True', sys_id: 'q2', order: '2', participant_id: 'PT0123456789AB' },
    ]);
    expect(backend.to('/backend/acknowledge')[0]?.body).toEqual({
      sysId: 'sys-1',
      acknowledged: 'true',
      study_number: 'STU02001',
      notice_version: '1',
    });
  });

  it('leaves no personal data in the browser or the address', async () => {
    await sendFilledForm();
    await screen.findByRole('button', { name: 'I acknowledge and accept' });
    expect({ ...localStorage }).toEqual({});
    expect({ ...sessionStorage }).toEqual({});
    expect(location.href).not.toMatch(/maria|1956|ulcer/i);
  });

  it('continues when the answers can’t be stored', async () => {
    signUpBackend({ '/backend/submit': unreachable });
    render(<Enroll {...enrollProps()} />);
    await passPrescreening();
    await fillIn();
    await consent();
    await solveCaptcha();
    await complete();
    await userEvent.click(await screen.findByRole('button', { name: 'I acknowledge and accept' }));
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });
});

describe('the privacy notice', () => {
  it('shows Loading ... until the participant is created, then the notice', async () => {
    let create = (_: unknown) => {};
    const created = new Promise((resolve) => {
      create = resolve;
    });
    await sendFilledForm({ '/backend/participant': () => created });
    const dialog = within(await screen.findByRole('dialog', { name: 'Privacy Notice' }));
    expect(dialog.getByText('Loading ...')).toBeTruthy();
    expect(dialog.queryByRole('button')).toBeNull();
    create({ data: { pt_id: 'PT0123456789AB', pt_sys_id: 'sys-1' } });
    expect(await dialog.findByText('We keep what you type in the form.')).toBeTruthy();
    expect(dialog.queryByText('Loading ...')).toBeNull();
  });

  it('closes when the acknowledgement fails, and can be opened again', async () => {
    let reply: () => unknown = () => problem(500, 'internal', 'The server stumbled.');
    await sendFilledForm({ '/backend/acknowledge': () => reply() });
    await userEvent.click(await screen.findByRole('button', { name: 'I acknowledge and accept' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server stumbled.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(leave).not.toHaveBeenCalled();
    reply = () => ({ result: 'acknowledged' });
    await userEvent.click(screen.getByRole('button', { name: 'Read the Privacy Notice' }));
    await userEvent.click(screen.getByRole('button', { name: 'I acknowledge and accept' }));
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });

  it('refers to the email when the session has expired', async () => {
    await sendFilledForm({
      '/backend/acknowledge': () => problem(404, 'not_found', 'There is nothing here.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'I acknowledge and accept' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Open the link in the email');
  });

  it('can be postponed without losing the way back', async () => {
    const backend = await sendFilledForm();
    await userEvent.click(await screen.findByRole('button', { name: 'Not Now' }));
    expect(screen.getByRole('heading', { name: 'One Step Is Left' })).toBeTruthy();
    expect(backend.to('/backend/acknowledge')).toHaveLength(0);
  });

  it('can be left to change the form, which corrects the same sign-up', async () => {
    const backend = await sendFilledForm();
    await userEvent.click(await screen.findByRole('button', { name: 'Not Now' }));
    await userEvent.click(screen.getByRole('button', { name: 'Change What You Typed' }));
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'First Name' });
    expect(name.value).toBe('Maria');
    await userEvent.type(name, 'nne');
    await solveCaptcha();
    await complete();
    expect(await screen.findByRole('button', { name: 'I acknowledge and accept' })).toBeTruthy();
    const sent = backend.to('POST /backend/participant');
    expect(sent.map(({ body }) => (body as SignUpForm).preferred_name)).toEqual(['Maria', 'Marianne']);
    const [first, second] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });
});

describe('a rejected sign-up closes the notice and shows', () => {
  const REFUSALS: [string, Reply, string][] = [
    [
      'the server’s message after a server failure',
      () => problem(500, 'internal', 'Our store is down.'),
      `Our store is down. ${PARTICIPANT_ERROR}`,
    ],
    [
      'the generic error after a bad request',
      () => problem(400, 'bad_request', 'No JSON.'),
      PARTICIPANT_ERROR,
    ],
    ['that the address exists after a 403', () => problem(403, 'email_exists', 'x'), EMAIL_EXISTS],
    ['the generic error when the server is unreachable', unreachable, PARTICIPANT_ERROR],
    [
      'the generic error after any other answer',
      () => new Response('teapot', { status: 418 }),
      PARTICIPANT_ERROR,
    ],
    ['the generic error after an invalid answer', () => ({ data: {} }), PARTICIPANT_ERROR],
    [
      'that the study has closed',
      () => problem(409, 'study_not_open', 'This study takes nobody now.'),
      'This study takes nobody now.',
    ],
    ['that the answers do not fit', () => problem(422, 'screener_failed', SCREENER_FAILED), SCREENER_FAILED],
    [
      'the generic error after too many attempts',
      () => problem(429, 'too_many_requests', 'Too many.'),
      PARTICIPANT_ERROR,
    ],
  ];
  it.each(REFUSALS)('%s', async (_, reply, title) => {
    await sendFilledForm({ '/backend/participant': reply });
    const summary = await screen.findByRole('alert', { name: title });
    expect(document.activeElement).toBe(summary);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First Name' }).value).toBe('Maria');
  });

  it('how long to wait after too many attempts', async () => {
    const headers = { 'Retry-After': '130' };
    await sendFilledForm({
      '/backend/participant': () => problem(429, 'too_many_requests', 'Too many.', { headers }),
    });
    expect(await screen.findByText(/Please wait 3 minutes before you try again/)).toBeTruthy();
  });

  it('which fields are wrong, with links to them', async () => {
    const errors = [
      { field: 'date_of_birth', message: 'Date of birth must be in the past' },
      { field: 'race', message: 'Choose one of the answers in the list' },
    ];
    await sendFilledForm({
      '/backend/participant': () =>
        problem(422, 'form_invalid', 'please enter all required values', { errors }),
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Date of birth must be in the past' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Month' }));
    await userEvent.click(screen.getByRole('link', { name: /Choose one of the answers/ }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Asian' }));
  });

  it.each(['captcha_invalid', 'captcha_expired', 'captcha_used', 'captcha_elsewhere'])(
    'that the captcha failed when a new one is rejected, too: %s',
    async (code) => {
      let calls = 0;
      await sendFilledForm({
        '/backend/participant': () => {
          calls += 1;
          return problem(422, code, 'Please do the check again.');
        },
      });
      await userEvent.click(await screen.findByRole('link', { name: 'Please do the check again.' }));
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I am not a robot' });
      expect([document.activeElement, calls]).toEqual([box, 2]);
      expect(await screen.findByText('Done. Thank you.')).toBeTruthy();
    },
  );

  it('no captcha error when a new one, solved automatically, is accepted', async () => {
    const sent: string[] = [];
    await sendFilledForm({
      '/backend/participant': ({ body }) => {
        sent.push((body as { recaptcha_response: string }).recaptcha_response);
        return sent.length === 1
          ? problem(422, 'captcha_elsewhere', 'Please do the check again.')
          : { data: { pt_id: 'PT0123456789AB', pt_sys_id: 'sys-1' } };
      },
    });
    expect(await screen.findByRole('button', { name: 'I acknowledge and accept' })).toBeTruthy();
    expect(new Set(sent).size).toBe(2);
  });

  it('another error, and solves a new captcha for the next attempt', async () => {
    await sendFilledForm({
      '/backend/participant': () => problem(422, 'screener_failed', 'You are not eligible.'),
    });
    await screen.findByText(/You are not eligible/);
    expect(await screen.findByText('Done. Thank you.')).toBeTruthy();
  });

  it('that a box is not ticked', async () => {
    await sendFilledForm({
      '/backend/participant': () => problem(422, 'consent_missing', 'Tick the privacy box.'),
    });
    expect(await screen.findByRole('link', { name: 'Tick the privacy box.' })).toBeTruthy();
  });

  it('the study’s questions when the server still needs answers', async () => {
    let questions: unknown[] = [];
    const backend = await openForm({
      '/backend/questiongroup': () => ({ result: questions }),
      '/backend/participant': () => problem(422, 'prescreen_incomplete', UNANSWERED_QUESTIONS),
    });
    await fillIn();
    await consent();
    await solveCaptcha();
    questions = [{ sys_id: 'q1', question: 'I am 18.', order: '', active: 'true', sys_created_on: '' }];
    await complete();
    const question = await screen.findByRole('group', { name: /I am 18/ });
    expect(backend.to('/backend/questiongroup')).toHaveLength(2);
    const title = screen.getByRole('heading', { name: 'A Few Questions First' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText(/What you typed in the form is still here/)).toBeTruthy();

    await userEvent.click(within(question).getByLabelText('True'));
    await userEvent.click(screen.getByRole('button', { name: 'NEXT' }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Your Details' }));
    expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Maria');
  });
});

it('reports questions that fail to load after sending the form, and can try again', async () => {
  let questions: Reply = () => ({ result: [] });
  await openForm({
    '/backend/questiongroup': (call) => questions(call),
    '/backend/participant': () => problem(422, 'prescreen_incomplete', UNANSWERED_QUESTIONS),
  });
  await fillIn();
  await consent();
  await solveCaptcha();
  questions = unreachable;
  await complete();
  await waitFor(() => expect(document.activeElement?.textContent).toContain(SCREENER_ERROR));
  questions = () => ({ result: QUESTIONS });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'A Few Questions First' })).toBeTruthy();
});

describe('sending again', () => {
  it('uses the same key, so that one form creates one participant', async () => {
    let reply: Reply = unreachable;
    const backend = await sendFilledForm({ '/backend/participant': (call) => reply(call) });
    await screen.findByRole('alert', { name: PARTICIPANT_ERROR });
    reply = () => ({ data: { pt_id: 'PT0123456789AB', pt_sys_id: 'sys-1' } });
    await complete();
    await screen.findByRole('button', { name: 'I acknowledge and accept' });
    const [first, second] = backend
      .to('POST /backend/participant')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(second).toBe(first);
  });
});

it('lists the documents that wait when the form showed others', async () => {
  const documents = [{ id: 'one', kind: 'application/pdf', bytes: 1234 }];
  let draft: object = OWN_DRAFT;
  const backend = await sendFilledForm({
    'GET /backend/participant': () => ({ data: null, draft }),
    '/backend/participant': () => {
      draft = { ...OWN_DRAFT, documents };
      return problem(409, 'documents_changed', 'You uploaded documents that this page didn’t show.');
    },
  });
  await screen.findByRole('alert', { name: 'You uploaded documents that this page didn’t show.' });
  expect(await screen.findByText('Your document goes with your sign up')).toBeTruthy();
  await complete();
  const [first, second] = backend.to('POST /backend/participant').map(({ body }) => body);
  expect([first, second]).toMatchObject([{ document_count: 0 }, { document_count: 1 }]);
});

it('asks for the study team’s patient id only if the study uses one', async () => {
  signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  render(<Enroll {...enrollProps({ study: partnerStudy({ show_patient_id: true }) })} />);
  expect(await screen.findByRole('textbox', { name: /Patient ID/ })).toBeTruthy();
});

it('boxes start ticked and are all required when the content says so', async () => {
  signUpBackend({ '/backend/questiongroup': () => ({ result: [] }) });
  const props = enrollProps();
  const boxes = props.consent.boxes.map((box) => ({ ...box, required: true, starts_ticked: true }));
  render(<Enroll {...props} consent={{ ...props.consent, boxes }} />);
  const button = await screen.findByRole('button', { name: 'Complete Sign Up' });
  expect(button.getAttribute('aria-disabled')).toBe('false');
  await userEvent.click(screen.getByRole('checkbox', { name: /text messages/ }));
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
