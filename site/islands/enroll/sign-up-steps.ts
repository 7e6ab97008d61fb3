import type { PublicQuestion } from '../wire/PublicQuestion';
import type { SignUpState } from './sign-up-state';
import type { Questions } from './use-questions';

/** A step of the sign-up, and what it needs in addition to the steps before it. */
export type Step = { name: StepName; needs: (state: SignUpState) => boolean };

/** The names of the steps. */
export type StepName = 'lookup' | 'cookies' | 'signed up' | 'person' | 'questions' | 'details' | 'notice';

/** The steps in their order. A step is reached when it and all steps before it have what they need. */
export const STEPS: readonly Step[] = [
  // Finds out what this browser began before.
  { name: 'lookup', needs: () => true },
  // Explains how to allow cookies. The server checks that one arrives.
  { name: 'cookies', needs: ({ lookup }) => lookup === 'done' },
  // Shows a complete sign-up of this browser.
  { name: 'signed up', needs: ({ cookies }) => cookies === 'work' },
  // Asks who is signed up.
  { name: 'person', needs: ({ signUp }) => !signUp?.acknowledged },
  // Asks the study's questions. The server compares the answers.
  { name: 'questions', needs: ({ person }) => person !== null },
  // Asks for details and consent. `validateForm` checks them, then the server.
  { name: 'details', needs: (state) => questionsStatus(state) !== 'open' },
  // Shows the privacy notice of a created participant.
  { name: 'notice', needs: ({ form }) => form.name === 'creating' || 'participant' in form },
];

/** The last step that can be reached. */
export function currentStep(state: SignUpState): StepName {
  let reached: StepName = 'lookup';
  for (const { name, needs } of STEPS) {
    if (!needs(state)) {
      break;
    }
    reached = name;
  }
  return reached;
}

/** Whether the questions must be answered before the form, or are missing although they are needed. */
export function questionsStatus(state: SignUpState): 'open' | 'missing' | 'settled' {
  const { signUp, questions, answers, questionsReason } = state;
  if (signUp) {
    // An earlier sign-up goes on with the notice.
    return 'settled';
  }
  if (questions === 'loading') {
    return 'open';
  }
  if (listOf(questions).length > 0) {
    return answers === null || questionsReason ? 'open' : 'settled';
  }
  return questions === 'failed' || questionsReason ? 'missing' : 'settled';
}

/** The questions; none while they load and after a failure. */
export function listOf(questions: Questions): PublicQuestion[] {
  return typeof questions === 'string' ? [] : questions;
}
