import type { Answer } from '../wire/Answer';
import type { SignsUpFor } from '../wire/SignsUpFor';
import { isChanged } from './answers';
import type { FormName } from './form-place';
import type { EarlierVisit, FormPhase, QuestionsReason, SignUpState } from './sign-up-state';
import { currentStep, listOf } from './sign-up-steps';
import type { Questions } from './use-questions';

/** What can happen during a sign-up. */
export type SignUpAction =
  | { type: 'look up' }
  | { type: 'lookup failed' }
  | { type: 'looked up'; visit: Partial<EarlierVisit>; cookies: SignUpState['cookies'] }
  | { type: 'cookies'; work: boolean }
  | { type: 'person'; signsUpFor: SignsUpFor }
  | { type: 'questions'; questions: Questions }
  | { type: 'answers changed'; answers: Answer[] }
  | { type: 'passed'; list: Answer[]; remark: string | null }
  | { type: 'form'; form: FormPhase }
  | { type: 'ages differ' }
  | { type: 'place'; form: FormName }
  | { type: 'restart' };

/** A sign-up before anything is known. */
export const START: SignUpState = {
  restarts: 0,
  lookup: 'running',
  cookies: 'work',
  signUp: null,
  otherSignUp: null,
  draft: null,
  documentIsGone: false,
  person: null,
  questions: 'loading',
  answers: null,
  newAnswers: [],
  questionsReason: null,
  form: { name: 'unopened' },
  agesDiffer: false,
};

/** The sign-up after an action. The form opens when it is reached, and stays open, so that no input is lost. */
export function signUpReducer(before: SignUpState, action: SignUpAction): SignUpState {
  const state = apply(before, action);
  const opens = state.form.name === 'unopened' && currentStep(state) === 'details';
  return opens ? { ...state, form: { name: 'filling' } } : state;
}

function apply(state: SignUpState, action: SignUpAction): SignUpState {
  switch (action.type) {
    case 'look up':
      return { ...state, lookup: 'running' };
    case 'lookup failed':
      return { ...state, lookup: 'failed' };
    case 'looked up':
      // A choice made while the lookup ran is newer than that of the earlier visit.
      return {
        ...state,
        ...action.visit,
        person: state.person ?? action.visit.person ?? null,
        lookup: 'done',
        cookies: action.cookies,
      };
    case 'cookies':
      if (!action.work) {
        return { ...state, cookies: 'blocked' };
      }
      return { ...state, cookies: 'work', questions: 'loading', questionsReason: reasonAfterCookies(state) };
    case 'person':
      return { ...state, person: { signsUpFor: action.signsUpFor, chosen: 'now' }, agesDiffer: false };
    case 'questions':
      return { ...state, questions: action.questions };
    case 'answers changed':
      return { ...state, newAnswers: action.answers };
    case 'passed':
      return {
        ...state,
        answers: { list: action.list, passed: 'now', remark: action.remark },
        newAnswers: [],
        questionsReason: null,
      };
    case 'form':
      // The server compares the ages again whenever the form is sent.
      return { ...state, form: action.form, agesDiffer: state.agesDiffer && action.form.name !== 'creating' };
    case 'ages differ':
      return { ...state, agesDiffer: true };
    case 'place':
      return goToForm(action.form, state);
    case 'restart':
      return {
        ...START,
        lookup: 'done',
        otherSignUp: state.signUp ?? state.otherSignUp,
        restarts: state.restarts + 1,
      };
  }
}

/** Why the questions come after cookies were checked: the server rejected the form, because it lacked answers. */
function reasonAfterCookies({ form, answers }: SignUpState): QuestionsReason | null {
  const reason = answers === null ? 'needed' : 'expired';
  return form.name === 'unopened' ? null : reason;
}

/** The sign-up after a button, or the browser's Back or Forward, led to a form. */
function goToForm(place: FormName, state: SignUpState): SignUpState {
  const { questions, answers, newAnswers } = state;
  if (place === 'questions') {
    // A form that is being sent already has its answers.
    return currentStep(state) === 'notice' ? state : { ...state, questionsReason: 'again' };
  }
  if (answers && isChanged(newAnswers, answers.list)) {
    // The form is sent only with the latest answers.
    return { ...state, questionsReason: 'changed' };
  }
  return answers === null && listOf(questions).length > 0 ? state : { ...state, questionsReason: null };
}
