import { UNANSWERED_QUESTIONS } from '../messages/sign-up';
import { StepTitle } from '../parts/step-title';
import type { Answer } from '../wire/Answer';
import type { AskedQuestion } from '../wire/AskedQuestion';
import type { SignsUpFor } from '../wire/SignsUpFor';
import { QuestionForm } from './question-form';
import { useKeptAnswers } from './use-kept-answers';

/**
 * Why the questions are asked: first of all, because somebody wants to answer them again, after the form because there are
 * no answers or none any more, or because another answer was given since they were checked.
 */
export type QuestionsReason = 'first' | 'again' | 'needed' | 'forgotten' | 'changed';

/** The questions of a study, and where the answers go once they fit. */
export type PrescreeningProps = {
  questions: AskedQuestion[];
  studyNumber: string;
  why: QuestionsReason;
  whom: SignsUpFor;
  /** Whether the questions follow the choice for whom the sign-up is. */
  follows: boolean;
  /** What was answered when the questions were left. */
  begun: Answer[];
  /** Told of the answers as they stand whenever one is given. */
  onAnswered: (answers: Answer[]) => void;
  onPassed: (answers: Answer[], doubt: string | null) => void;
};

/** The study's own questions, which decide whether sign-up goes on. */
export function Prescreening({
  questions,
  studyNumber,
  why,
  whom,
  follows,
  begun,
  onAnswered,
  onPassed,
}: PrescreeningProps) {
  const kept = useKeptAnswers(studyNumber, begun);
  const isForOther = whom === 'someone_else';
  const worded = isForOther ? questions.map(aboutSomeoneElse) : questions;
  const done = (then: () => void) => {
    kept.stop();
    then();
  };
  return (
    <div
      ref={kept.ref}
      onChange={() => {
        kept.onChange();
        onAnswered(kept.given());
      }}
    >
      <QuestionForm
        questions={worded}
        studyNumber={studyNumber}
        unanswered={UNANSWERED_QUESTIONS}
        resumes={begun.length > 0}
        onStep={kept.keep}
        onPassed={(answers, doubt) => done(() => onPassed(answers, doubt))}
        onRefused={() => done(() => location.assign('/'))}
      >
        <StepTitle takesFocus={why !== 'first' || follows}>
          {why === 'forgotten' ? 'Please Answer Once More' : 'A Few Questions First'}
        </StepTitle>
        {(why === 'needed' || why === 'forgotten') && (
          <p className="note note--problem">
            {why === 'forgotten'
              ? 'We keep your answers for a day, and they are gone now.'
              : 'The study’s questions come before the sign up, and you have not answered them yet.'}{' '}
            What you typed in the form is still here.
          </p>
        )}
        {why === 'changed' && (
          <p className="note" role="alert">
            You changed an answer. Choose NEXT to go on, so that it counts.
          </p>
        )}
        <p className="form__intro">
          {isForOther
            ? 'Your answers tell us if this study may fit the person you are signing up. Choose True or False for each one.'
            : 'Your answers tell us if this study may fit you. Choose True or False for each one.'}
          {isForOther && worded.some(isInFirstPerson) && ' In these sentences, “I” means that person.'}
        </p>
      </QuestionForm>
    </div>
  );
}

/** A question in the words for a representative, if the study has them. */
function aboutSomeoneElse(question: AskedQuestion): AskedQuestion {
  return { ...question, question: question.for_someone_else ?? question.question };
}

function isInFirstPerson({ question }: AskedQuestion): boolean {
  return /\b(I|me|my)\b/.test(question);
}
