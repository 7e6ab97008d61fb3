import type { Answer } from '../wire/Answer';
import type { SignsUpFor } from '../wire/SignsUpFor';
import { isChanged } from './answers';
import type { FormName } from './form-place';
import type { Facts, QuestionsReason, SignUpState } from './sign-up-facts';
import { currentStep, listOf } from './sign-up-steps';

/** What can happen during a sign-up. */
export type SignUpAction =
  | { type: 'facts'; facts: Facts }
  | { type: 'cookies'; work: boolean }
  | { type: 'person'; signsUpFor: SignsUpFor }
  | { type: 'passed'; list: Answer[]; remark: string | null }
  | { type: 'place'; form: FormName }
  | { type: 'restart' };

/** A sign-up before anything is known. */
export const START: SignUpState = {
  round: 0,
  lookup: 'running',
  cookies: 'work',
  signUp: null,
  draft: null,
  documentIsGone: false,
  person: null,
  questions: 'loading',
  answers: null,
  given: [],
  asked: null,
  form: { name: 'unopened' },
  agesDiffer: false,
};

/** The sign-up after an action. The form opens when it is reached, and stays open, so that no input is lost. */
export function signUpAfter(before: SignUpState, action: SignUpAction): SignUpState {
  const state = factsAfter(before, action);
  const opens = state.form.name === 'unopened' && currentStep(state) === 'details';
  return opens ? { ...state, form: { name: 'filling' } } : state;
}

function factsAfter(state: SignUpState, action: SignUpAction): SignUpState {
  switch (action.type) {
    case 'facts':
      return { ...state, ...action.facts };
    case 'cookies':
      if (!action.work) {
        return { ...state, cookies: 'blocked' };
      }
      return { ...state, cookies: 'work', questions: 'loading', asked: reasonAfterCookies(state) };
    case 'person':
      return { ...state, person: { signsUpFor: action.signsUpFor, chosen: 'now' }, agesDiffer: false };
    case 'passed':
      return {
        ...state,
        answers: { list: action.list, passed: 'now', remark: action.remark },
        given: [],
        asked: null,
      };
    case 'place':
      return wentTo(action.form, state);
    case 'restart':
      return { ...START, lookup: 'done', round: state.round + 1 };
  }
}

/** Why the questions come after cookies were checked: the server rejected the form, because it lacked answers. */
function reasonAfterCookies({ form, answers }: SignUpState): QuestionsReason | null {
  const reason = answers === null ? 'needed' : 'forgotten';
  return form.name === 'unopened' ? null : reason;
}

/** The sign-up after a button, or the browser's Back or Forward, led to a form. */
function wentTo(place: FormName, state: SignUpState): SignUpState {
  const { questions, answers, given } = state;
  if (place === 'questions') {
    // A form that is being sent already has its answers.
    return currentStep(state) === 'notice' ? state : { ...state, asked: 'again' };
  }
  if (answers && isChanged(given, answers.list)) {
    // The form is sent only with the latest answers.
    return { ...state, asked: 'changed' };
  }
  return answers === null && listOf(questions).length > 0 ? state : { ...state, asked: null };
}
