import { useState } from 'react';
import { QuestionForm } from '../enroll/question-form';
import { type Questions, useQuestions } from '../enroll/use-questions';
import { leaveFor } from '../leave-for';
import { NO_PRESCREENING_QUESTIONS, UNFILLED_QUESTIONS } from '../messages/study';
import { Loading } from '../parts/loading';
import { TryAgain } from '../parts/try-again';

/** A study, its sign-up address, and a callback for closing the list. */
export type PrescreeningListProps = {
  sysId: string;
  studyNumber: string;
  signUp: string;
  onStop: () => void;
};

/** The pre-screening questions on a study's own page. Answers that pass lead to the sign-up. */
export default function PrescreeningList({ sysId, studyNumber, signUp, onStop }: PrescreeningListProps) {
  const [questions, setQuestions] = useState<Questions>('loading');
  useQuestions(sysId, studyNumber, questions === 'loading', setQuestions);
  if (questions === 'loading') {
    return <Loading />;
  }
  if (questions === 'failed') {
    return (
      <TryAgain message="We couldn’t load the study’s questions." onRetry={() => setQuestions('loading')} />
    );
  }
  if (questions.length === 0) {
    return (
      <div className="note" role="status">
        <p className="note__title">{NO_PRESCREENING_QUESTIONS}</p>
        <p>
          You can <a href={signUp}>go straight to the sign up</a>.
        </p>
      </div>
    );
  }
  return (
    <QuestionForm
      questions={questions}
      studyNumber={studyNumber}
      unanswered={UNFILLED_QUESTIONS}
      onPassed={() => leaveFor(signUp)}
      onRefused={onStop}
    >
      <p className="form__intro">
        Choose True or False for each one. When your answers fit, you go on to the sign up and need not answer
        again. We keep them for a day.
      </p>
    </QuestionForm>
  );
}
