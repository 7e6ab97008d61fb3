import type { Answer } from '../wire/Answer';
import type { PublicQuestion } from '../wire/PublicQuestion';
import { ageOf, type FormRules } from './form-rules';
import type { FormValues } from './form-values';

/** Below this age, nothing is sent that names the child (COPPA). The server enforces it. */
const CHILD_UNTIL = 13;

/** Stops a minor who signs up alone, and leads to the sign-up by a parent or guardian. */
export function MinorAlone({ onSignUpOther }: { onSignUpOther: () => void }) {
  return (
    <div className="note" role="status">
      <p>
        You can’t sign up by yourself yet. Please ask a parent, a guardian, or another adult who decides about
        your health care. They can sign you up here. We keep nothing about a child under {CHILD_UNTIL} without
        them.
      </p>
      <p>
        <button className="button button--small" type="button" onClick={onSignUpOther}>
          Continue as a Parent or Guardian
        </button>
      </p>
    </div>
  );
}

/** Whether one of the answers is one that only minors give about themselves. */
export function isAnswerOfMinor(questions: PublicQuestion[], answers: Answer[]): boolean {
  return answers.some(({ sys_id, answer }) =>
    questions.some((question) => question.sys_id === sys_id && question.answer_of_minors === answer),
  );
}

/** Whether the form is filled in by someone under the usual age of majority for themselves. */
export function isMinorAlone(years: number | null, signingUpFor: string, rules: FormRules): boolean {
  return signingUpFor !== 'someone_else' && years !== null && years < rules.age_of_majority;
}

/** Whether a child under 13 fills in the form for themselves. */
export function isChildAlone(values: FormValues): boolean {
  const years = ageOf(values);
  return values.signing_up_for !== 'someone_else' && years !== null && years < CHILD_UNTIL;
}
