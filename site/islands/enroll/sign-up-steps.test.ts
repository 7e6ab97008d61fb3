import { describe, expect, it } from 'vitest';
import { START } from './sign-up-reducer';
import type { SignUpState } from './sign-up-state';
import { currentStep, questionsStatus, STEPS, type StepName } from './sign-up-steps';

const QUESTION = { sys_id: 'q1', question: 'I am 18.', order: '1', active: 'true', sys_created_on: '' };
const participant = { pt_id: 'PT1', pt_sys_id: 'PT1' };
const earlier = (acknowledged: boolean) => ({ pt_id: 'PT1', study_number: 'STU1', acknowledged });

/** A sign-up that has what every step needs. */
const COMPLETE: SignUpState = {
  ...START,
  lookup: 'done',
  person: { signsUpFor: 'self', chosen: 'now' },
  questions: [QUESTION],
  answers: { list: [{ sys_id: 'q1', answer: 'True' }], passed: 'now', remark: null },
  form: { name: 'creating' },
};

it('the steps are declared in the order of a sign-up', () => {
  expect(STEPS.map(({ name }) => name)).toEqual([
    'lookup',
    'cookies',
    'signed up',
    'person',
    'questions',
    'details',
    'notice',
  ]);
});

describe('the current step', () => {
  it.each<[StepName, string, Partial<SignUpState>]>([
    ['lookup', 'until the earlier sign-up is looked up', { lookup: 'running' }],
    ['cookies', 'while cookies are blocked', { cookies: 'blocked' }],
    ['signed up', 'after a complete sign-up', { signUp: earlier(true) }],
    ['person', 'until the person is chosen', { person: null }],
    ['questions', 'while the questions load', { questions: 'loading' }],
    ['questions', 'until the answers pass', { answers: null }],
    ['questions', 'when the answers must be given again', { questionsReason: 'again' }],
    ['details', 'when the questions failed to load', { questions: 'failed', form: { name: 'filling' } }],
    ['details', 'when there are no questions', { questions: [], form: { name: 'filling' } }],
    ['details', 'while the form is filled in', { form: { name: 'filling' } }],
    ['details', 'while the form is checked', { form: { name: 'checking' } }],
    ['notice', 'once the form is sent', {}],
    ['notice', 'while the notice is read', { form: { name: 'reading', participant } }],
    ['notice', 'while the notice is accepted', { form: { name: 'accepting', participant } }],
    ['notice', 'until the notice is accepted', { form: { name: 'unaccepted', participant, message: null } }],
  ])('is %s %s', (step, _, facts) => {
    expect(currentStep({ ...COMPLETE, ...facts })).toBe(step);
  });

  it.each<[StepName, Partial<SignUpState>]>([
    ['lookup', { lookup: 'running', signUp: earlier(true) }],
    ['cookies', { cookies: 'blocked', person: null }],
    ['cookies', { cookies: 'blocked', questionsReason: 'expired' }],
    ['signed up', { signUp: earlier(true), person: null }],
    ['person', { person: null, questions: 'loading' }],
    ['questions', { answers: null, form: { name: 'filling' } }],
  ])('is %s if a later step lacks something, too', (step, facts) => {
    expect(currentStep({ ...COMPLETE, ...facts })).toBe(step);
  });

  it('is the notice for an unaccepted sign-up, whatever its questions', () => {
    const form = { name: 'unaccepted', participant, message: null } as const;
    const state: SignUpState = { ...COMPLETE, answers: null, signUp: earlier(false), form };
    const lists: SignUpState['questions'][] = ['loading', 'failed', [], [QUESTION]];
    expect(lists.map((questions) => currentStep({ ...state, questions }))).toEqual(lists.map(() => 'notice'));
  });
});

it.each<[ReturnType<typeof questionsStatus>, string, Partial<SignUpState>]>([
  ['open', 'while they load', { questions: 'loading' }],
  ['open', 'without answers', { answers: null }],
  ['open', 'when they are asked again', { questionsReason: 'changed' }],
  ['missing', 'after a failure', { questions: 'failed' }],
  [
    'missing',
    'when the server needs answers and there are none',
    { questions: [], questionsReason: 'needed' },
  ],
  ['settled', 'for a study without questions', { questions: [] }],
  ['settled', 'once the answers passed', {}],
  ['settled', 'for an unaccepted sign-up', { questions: 'failed', signUp: earlier(false) }],
])('the questions are %s %s', (status, _, facts) => {
  expect(questionsStatus({ ...COMPLETE, ...facts })).toBe(status);
});
