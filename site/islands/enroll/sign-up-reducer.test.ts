import { describe, expect, it } from 'vitest';
import type { Answer } from '../wire/Answer';
import { type SignUpAction, START, signUpReducer } from './sign-up-reducer';
import type { EarlierVisit, FormPhase, QuestionsReason, SignUpState } from './sign-up-state';
import { currentStep, questionsStatus, type StepName } from './sign-up-steps';
import type { Questions } from './use-questions';

const QUESTION = { sys_id: 'q1', question: 'I am 18.', order: '1', active: 'true', sys_created_on: '' };
const YES: Answer[] = [{ sys_id: 'q1', answer: 'True' }];
const NO: Answer[] = [{ sys_id: 'q1', answer: 'False' }];
const participant = { pt_id: 'PT1', pt_sys_id: 'sys-1' };
const signUp = { pt_id: 'PT1', study_number: 'STU1', acknowledged: false };

const found = (
  visit: Partial<EarlierVisit> = {},
  cookies: SignUpState['cookies'] = 'work',
): SignUpAction => ({ type: 'looked up', visit, cookies });
const questions = (questions: Questions): SignUpAction => ({ type: 'questions', questions });
const form = (form: FormPhase): SignUpAction => ({ type: 'form', form });
const person: SignUpAction = { type: 'person', signsUpFor: 'self' };
const loaded = questions([QUESTION]);
const given = (answers: Answer[]): SignUpAction => ({ type: 'answers changed', answers });
const passed: SignUpAction = { type: 'passed', list: YES, remark: null };
const sent = form({ name: 'creating' });
const refused = form({ name: 'filling' });
const created = form({ name: 'reading', participant });
const back: SignUpAction = { type: 'place', form: 'questions' };
const forward: SignUpAction = { type: 'place', form: 'details' };
const cookies = (work: boolean): SignUpAction => ({ type: 'cookies', work });
const restart: SignUpAction = { type: 'restart' };

const stateAfter = (...actions: SignUpAction[]) => actions.reduce(signUpReducer, START);
const FORM = [found(), person, loaded, passed];
const EMPTY_FORM = [found(), person, questions([])];
const SELF = { signsUpFor: 'self', chosen: 'before' } as const;
const PASSED = { list: YES, passed: 'before', remark: null } as const;

it.each<[StepName, string, SignUpAction[]]>([
  ['lookup', 'nothing', []],
  ['person', 'no earlier sign-up', [found()]],
  ['questions', 'the person', [found(), person]],
  ['questions', 'the questions', [found(), person, loaded]],
  ['person', 'the questions without a person', [found(), loaded]],
  ['details', 'passed answers', FORM],
  ['details', 'no questions', EMPTY_FORM],
  ['details', 'a draft with passed answers', [found({ person: SELF, answers: PASSED }), loaded]],
  ['questions', 'a draft without passed answers', [found({ person: SELF }), loaded]],
  ['signed up', 'a complete sign-up', [found({ signUp: { ...signUp, acknowledged: true } })]],
  ['notice', 'sending', [...FORM, sent]],
  ['notice', 'a participant', [...FORM, sent, created]],
  ['details', 'leaving the notice for the form', [...FORM, sent, created, refused]],
])('%s comes after %s', (step, _, actions) => {
  expect(currentStep(stateAfter(...actions))).toBe(step);
});

it('the form opens when it is reached, and stays open when questions come back', () => {
  expect(stateAfter(found(), person, loaded).form.name).toBe('unopened');
  expect(stateAfter(...FORM).form.name).toBe('filling');
  const reopened = stateAfter(...FORM, back);
  expect([currentStep(reopened), reopened.form.name]).toEqual(['questions', 'filling']);
});

it('another person changes no other fact than that the ages differ', () => {
  const state = stateAfter(...FORM, { type: 'ages differ' });
  expect(signUpReducer(state, { type: 'person', signsUpFor: 'someone_else' })).toEqual({
    ...state,
    person: { signsUpFor: 'someone_else', chosen: 'now' },
    agesDiffer: false,
  });
});

describe('Back and Forward', () => {
  it.each<[string, SignUpAction[], StepName, QuestionsReason | null]>([
    ['lead to the questions', [...FORM, back], 'questions', 'again'],
    ['lead to the form', [...FORM, back, forward], 'details', null],
    ['never skip the check of a changed answer', [...FORM, back, given(NO), forward], 'questions', 'changed'],
    ['skip it for the same answer', [...FORM, back, given(NO), given(YES), forward], 'details', null],
    ['remember a change', [...FORM, back, given(NO), back, forward], 'questions', 'changed'],
    ['lead to the form after the check', [...FORM, back, given(NO), passed, back, forward], 'details', null],
    ['never skip unanswered questions', [found(), person, loaded, given(NO), forward], 'questions', null],
    [
      'keep the reason of unanswered questions',
      [found(), person, loaded, back, forward],
      'questions',
      'again',
    ],
    ['never leave a form that is being sent', [...FORM, sent, back], 'notice', null],
    ['never leave the notice', [...FORM, sent, created, back], 'notice', null],
  ])('%s', (_, actions, step, questionsReason) => {
    const state = stateAfter(...actions);
    expect([currentStep(state), state.questionsReason]).toEqual([step, questionsReason]);
  });
});

describe('a form that the server rejects', () => {
  const REJECTED = [...FORM, sent, refused];
  it.each<[string, SignUpAction[], StepName, QuestionsReason | null]>([
    ['stays', REJECTED, 'details', null],
    ['leads to the questions for expired answers', [...REJECTED, cookies(true)], 'questions', 'expired'],
    [
      'leads to the questions for missing answers',
      [...EMPTY_FORM, sent, refused, cookies(true), loaded],
      'questions',
      'needed',
    ],
    ['leads to the cookies first if they are lost', [...REJECTED, cookies(false)], 'cookies', null],
    ['leads on to the questions', [...REJECTED, cookies(false), cookies(true)], 'questions', 'expired'],
    ['leads back to the form', [...REJECTED, cookies(true), loaded, passed], 'details', null],
  ])('%s', (_, actions, step, questionsReason) => {
    const state = stateAfter(...actions);
    expect([currentStep(state), state.questionsReason, state.form.name]).toEqual([
      step,
      questionsReason,
      'filling',
    ]);
  });

  it('is shown with a note if the questions then fail to load', () => {
    const state = stateAfter(...REJECTED, cookies(true), questions('failed'));
    expect([currentStep(state), questionsStatus(state)]).toEqual(['details', 'missing']);
  });
});

describe('blocked cookies', () => {
  const BLOCKED = found({}, 'blocked');

  it('come before the first question, which follows once they work', () => {
    expect(currentStep(stateAfter(BLOCKED))).toBe('cookies');
    expect(currentStep(stateAfter(BLOCKED, cookies(false)))).toBe('cookies');
    expect(stateAfter(BLOCKED, cookies(true))).toEqual(stateAfter(found()));
  });

  it('come before questions that Back leads to', () => {
    expect(currentStep(stateAfter(...FORM, sent, refused, cookies(false), back))).toBe('cookies');
  });
});

it('a new sign-up replaces the session’s, and keeps neither draft nor answers', () => {
  const form = { name: 'unaccepted', participant, message: null } as const;
  const draft = { study_number: 'STU1', answers: YES, form: {}, from_records: true, documents: [] };
  const before = found({ signUp, draft, documentIsGone: true, person: SELF, answers: PASSED, form });
  const replaced = stateAfter(before, loaded, restart);
  expect(replaced).toEqual({ ...START, lookup: 'done', otherSignUp: signUp, restarts: 1 });
  expect(currentStep(replaced)).toBe('person');
  expect(signUpReducer(replaced, restart).restarts).toBe(2);
});
