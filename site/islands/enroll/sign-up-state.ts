import type { CreatedParticipant } from '../backend/participant';
import type { SignUp } from '../backend/sign-up';
import type { Answer } from '../wire/Answer';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SignUpDraft } from '../wire/SignUpDraft';
import { isChanged } from './answers';
import type { FormName } from './form-place';
import { currentStep, listOf } from './sign-up-steps';
import type { Questions } from './use-questions';

/**
 * Why the questions are shown: the first time; on request; because the server still needs answers; because the stored
 * answers expired; or because an answer changed since the last check.
 */
export type QuestionsReason = 'first' | 'again' | 'needed' | 'forgotten' | 'changed';

/** The phase of the form, from opening it to accepting the privacy notice. */
export type FormPhase =
  | { name: 'unopened' | 'filling' | 'checking' }
  | { name: 'creating' }
  | { name: 'reading' | 'accepting'; participant: CreatedParticipant }
  | { name: 'unaccepted'; participant: CreatedParticipant; message: string | null };

/** The facts that decide which step of a sign-up is shown. */
export type SignUpState = {
  /** Counts how often the visitor began a new sign-up. */
  round: number;
  /** Whether cookies work. Unknown until the browser's earlier sign-up is looked up. */
  cookies: 'unknown' | 'work' | 'blocked';
  /** This browser's earlier sign-up for the study. */
  signUp: SignUp | null;
  /** The draft of an earlier visit. */
  draft: SignUpDraft | null;
  /** Whether an uploaded document no longer exists. */
  documentIsGone: boolean;
  /** The person to sign up, and whether the visitor chose it on this page. */
  person: { signsUpFor: SignsUpFor; chosen: 'before' | 'now' } | null;
  questions: Questions;
  /** The answers that passed, in an earlier visit or now, and the server's remark on them. */
  answers: { list: Answer[]; passed: 'before' | 'now'; remark: string | null } | null;
  /** The answers given since. */
  given: Answer[];
  /** Why the questions are asked again. */
  asked: QuestionsReason | null;
  form: FormPhase;
  /** Whether the date of birth contradicts an answer about age. */
  agesDiffer: boolean;
};

/** Facts that are stored as they are. */
export type Facts = Partial<Omit<SignUpState, 'round' | 'asked'>>;

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
  cookies: 'unknown',
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
      return { ...START, cookies: 'work', round: state.round + 1 };
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
