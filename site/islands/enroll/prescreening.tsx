import { useState } from 'react';
import { UNANSWERED_QUESTIONS } from '../messages/sign-up';
import { StepTitle } from '../parts/step-title';
import type { Answer } from '../wire/Answer';
import type { PublicQuestion } from '../wire/PublicQuestion';
import type { SignsUpFor } from '../wire/SignsUpFor';
import { isAnswerOfMinor, MinorAlone } from './minor-alone';
import { QuestionForm } from './question-form';
import type { QuestionsReason } from './sign-up-state';
import { useSavedAnswers } from './use-saved-answers';

/** The questions of a study, and callbacks for their answers. */
export type PrescreeningProps = {
  questions: PublicQuestion[];
  studyNumber: string;
  reason: QuestionsReason;
  signsUpFor: SignsUpFor;
  /** Whether the questions follow the choice of the person to sign up. */
  follows: boolean;
  /** The ids of the questions that the survey on the study's page answers. */
  surveyQuestions: readonly string[];
  /** The answers of the draft. */
  begun: Answer[];
  /** Called with all current answers whenever one changes. */
  onAnswered: (answers: Answer[]) => void;
  onPassed: (answers: Answer[], remark: string | null) => void;
  /** Called when a parent or guardian goes on in place of a minor. */
  onSignUpOther: () => void;
};

/** The study's pre-screening questions. Sign-up continues only if the answers pass. */
export function Prescreening({
  questions,
  studyNumber,
  reason,
  signsUpFor,
  follows,
  surveyQuestions,
  begun,
  onAnswered,
  onPassed,
  onSignUpOther,
}: PrescreeningProps) {
  const savedAnswers = useSavedAnswers(studyNumber, begun);
  const isForOther = signsUpFor === 'someone_else';
  const [answeredBefore] = useState(() => answeredIn(begun, surveyQuestions));
  // The survey asks about the visitor. Without another question, a repeated one shows where the visitor is.
  const isShort = reason === 'first' && !isForOther && answeredBefore.length < questions.length;
  const answered = isShort ? answeredBefore : [];
  const [given, setGiven] = useState(begun);
  const isMinor = !isForOther && isAnswerOfMinor(questions, given);
  const worded = isForOther ? questions.map(aboutSomeoneElse) : questions;
  const stopAndThen = (then: () => void) => {
    savedAnswers.stop();
    then();
  };
  return (
    <div
      ref={savedAnswers.ref}
      onChange={() => {
        const answers = savedAnswers.given();
        setGiven(answers);
        savedAnswers.onChange();
        onAnswered(answers);
      }}
    >
      <QuestionForm
        questions={worded}
        studyNumber={studyNumber}
        answered={answered}
        unanswered={UNANSWERED_QUESTIONS}
        stop={isMinor ? <MinorAlone onSignUpOther={onSignUpOther} /> : null}
        resumes={begun.length > 0}
        onStep={savedAnswers.save}
        onPassed={(answers, remark) => stopAndThen(() => onPassed(answers, remark))}
        onRefused={() => stopAndThen(() => location.assign('/'))}
      >
        <StepTitle takesFocus={reason !== 'first' || follows}>
          {reason === 'expired' ? 'Please Answer Once More' : 'A Few Questions First'}
        </StepTitle>
        {(reason === 'needed' || reason === 'expired') && (
          <p className="note note--problem">
            {reason === 'expired'
              ? 'We keep your answers for a day, and they are gone now.'
              : 'The study’s questions come before the sign up, and you have not answered them yet.'}{' '}
            What you typed in the form is still here.
          </p>
        )}
        {reason === 'changed' && (
          <p className="note" role="alert">
            You changed an answer. Choose NEXT to go on, so that it counts.
          </p>
        )}
        {answered.length > 0 && (
          <p className="note">
            You answered some questions on the study’s page. Those answers are folded below, and you can
            change them.
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

/** The ids of the survey's questions that have an answer. */
function answeredIn(begun: Answer[], surveyQuestions: readonly string[]): string[] {
  return begun.map(({ sys_id }) => sys_id).filter((sys_id) => surveyQuestions.includes(sys_id));
}

/** A question in its wording for a representative, if it has one. */
function aboutSomeoneElse(question: PublicQuestion): PublicQuestion {
  return { ...question, question: question.for_someone_else ?? question.question };
}

function isInFirstPerson({ question }: PublicQuestion): boolean {
  return /\b(I|me|my)\b/.test(question);
}
