import type { CreatedParticipant } from '../backend/participant';
import type { SignUp } from '../backend/sign-up';
import type { Answer } from '../wire/Answer';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SignUpDraft } from '../wire/SignUpDraft';
import type { Questions } from './use-questions';

/**
 * Why the questions are shown: the first time; on request; because the server still needs answers; because the stored
 * answers expired; or because an answer changed since the last check.
 */
export type QuestionsReason = 'first' | 'again' | 'needed' | 'expired' | 'changed';

/** The phase of the form, from opening it to accepting the privacy notice. */
export type FormPhase =
  | { name: 'unopened' | 'filling' | 'checking' }
  | { name: 'creating' }
  | { name: 'reading' | 'accepting'; participant: CreatedParticipant }
  | { name: 'unaccepted'; participant: CreatedParticipant; message: string | null };

/** The facts that decide which step of a sign-up is shown. */
export type SignUpState = {
  /** Counts how often the visitor began a new sign-up. */
  restarts: number;
  /** The lookup of what this browser began before. */
  lookup: 'running' | 'failed' | 'done';
  cookies: 'work' | 'blocked';
  /** This browser's earlier sign-up for the study. */
  signUp: SignUp | null;
  /** An earlier sign-up for the study in this browser, if another one was begun since. */
  otherSignUp: SignUp | null;
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
  newAnswers: Answer[];
  /** Why the questions are asked again. */
  questionsReason: QuestionsReason | null;
  form: FormPhase;
  /** Whether the date of birth contradicts an answer about age. */
  agesDiffer: boolean;
};

/** What a browser began before. */
export type EarlierVisit = Pick<
  SignUpState,
  'signUp' | 'otherSignUp' | 'draft' | 'documentIsGone' | 'person' | 'answers' | 'form'
>;
