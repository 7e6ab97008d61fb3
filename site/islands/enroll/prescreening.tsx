import { type FormEvent, useState } from 'react';
import { plainSentence } from '../backend/backend-error';
import { prescreen } from '../backend/prescreen';
import { SCREENER_FAILED, UNANSWERED_QUESTIONS } from '../messages/sign-up';
import { AlertDialog } from '../parts/alert-dialog';
import { ErrorSummary } from '../parts/error-summary';
import { StepTitle } from '../parts/step-title';
import type { Answer } from '../wire/Answer';
import type { AskedQuestion } from '../wire/AskedQuestion';
import { QuestionField } from './question-field';
import { useFormErrors } from './use-form-errors';

/** Why the questions are asked: first of all, or after the form because there are no answers or none any more. */
export type QuestionsReason = 'first' | 'needed' | 'forgotten';

/** The questions of a study, and where the answers go once they fit. */
export type PrescreeningProps = {
  questions: AskedQuestion[];
  studyNumber: string;
  why: QuestionsReason;
  onPassed: (answers: Answer[]) => void;
};

/** The study's own questions, which decide whether sign-up goes on. The answers stay in this page's memory. */
export function Prescreening({ questions, studyNumber, why, onPassed }: PrescreeningProps) {
  const { summary, beside, show, fail, clear } = useFormErrors();
  const [checking, setChecking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  const check = async (answers: Answer[]) => {
    setChecking(true);
    try {
      const { passed, message } = await prescreen(studyNumber, answers);
      if (passed) {
        onPassed(answers);
      } else {
        setRefused(message ?? SCREENER_FAILED);
      }
    } catch (error) {
      fail(plainSentence(error), []);
    } finally {
      setChecking(false);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (checking) {
      return;
    }
    const { answers, open } = read(new FormData(event.currentTarget), questions);
    if (open.length > 0) {
      show(
        UNANSWERED_QUESTIONS,
        open.map(({ sys_id, question }) => ({ field: `${sys_id}.True`, message: question })),
      );
      return;
    }
    clear();
    void check(answers);
  };

  return (
    <form className="form" onSubmit={onSubmit} noValidate>
      {summary && <ErrorSummary {...summary} />}
      <StepTitle takesFocus={why !== 'first'}>
        {why === 'forgotten' ? 'Please Answer Once More' : 'A Few Questions First'}
      </StepTitle>
      {why !== 'first' && (
        <p className="note note--problem">
          {why === 'forgotten'
            ? 'We keep your answers for two hours, and they are gone now.'
            : 'The study’s questions come before the sign up, and you have not answered them yet.'}{' '}
          What you typed in the form is still here.
        </p>
      )}
      <p className="form__intro">
        Your answers tell us if this study may fit you. Choose True or False for each one.
      </p>
      {questions.map((question, index) => (
        <QuestionField
          key={question.sys_id}
          question={question}
          number={index + 1}
          count={questions.length}
          open={question.sys_id in beside}
        />
      ))}
      <button className="button" type="submit" aria-disabled={checking}>
        NEXT
      </button>
      <p role="status" className="form__status">
        {checking ? 'Checking your answers ...' : ''}
      </p>
      {refused !== null && <AlertDialog message={refused} onClose={() => location.assign('/')} />}
    </form>
  );
}

function read(form: FormData, questions: AskedQuestion[]): { answers: Answer[]; open: AskedQuestion[] } {
  const answers: Answer[] = [];
  const open: AskedQuestion[] = [];
  for (const question of questions) {
    const answer = form.get(question.sys_id);
    if (answer === 'True' || answer === 'False') {
      answers.push({ sys_id: question.sys_id, answer });
    } else {
      open.push(question);
    }
  }
  return { answers, open };
}
