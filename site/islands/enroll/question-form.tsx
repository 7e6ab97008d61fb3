import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { plainSentence } from '../backend/backend-error';
import { prescreen } from '../backend/prescreen';
import { SCREENER_FAILED } from '../messages/sign-up';
import { AlertDialog } from '../parts/alert-dialog';
import { ErrorSummary } from '../parts/error-summary';
import type { Answer } from '../wire/Answer';
import type { PublicQuestion } from '../wire/PublicQuestion';
import { usePlaceChange } from './form-place';
import { showPartOfLink } from './part-of-field';
import { QuestionField } from './question-field';
import { useFormErrors } from './use-form-errors';
import { useSteps } from './use-steps';

/** The questions of a study, the content above them, and callbacks for the answers. */
export type QuestionFormProps = {
  questions: PublicQuestion[];
  studyNumber: string;
  /** The ids of questions that were answered on the study's page. They are folded below the others. */
  answered?: readonly string[];
  /** The error title when a question lacks an answer. */
  unanswered: string;
  /** Why the visitor can't go on, shown in place of the button. */
  stop?: ReactNode;
  /** Whether answers of a draft are restored into the form. */
  resumes?: boolean;
  /** Called before the next question is shown. */
  onStep?: () => void;
  /** Called when the answers pass, with the server's remark, such as that one contradicts the form. */
  onPassed: (answers: Answer[], remark: string | null) => void;
  /** Called when the visitor closes the message that the answers do not fit. */
  onRefused: () => void;
  children: ReactNode;
};

type AnswerCheck = 'none' | 'running' | { refused: string };

/** True-or-False questions, one at a time on a phone. The server checks the answers. */
export function QuestionForm(props: QuestionFormProps) {
  const {
    questions,
    studyNumber,
    answered = [],
    unanswered,
    stop = null,
    resumes = false,
    onStep,
    onPassed,
    onRefused,
    children,
  } = props;
  const { summary, beside, show, fail, clear } = useFormErrors();
  const asked = questions.filter(({ sys_id }) => !answered.includes(sys_id));
  const before = questions.filter(({ sys_id }) => answered.includes(sys_id));
  const steps = useSteps({ form: 'questions', count: asked.length, isShown: true, resumes });
  const [check, setCheck] = useState<AnswerCheck>('none');
  const isChecking = check === 'running';
  const closeRefusal = () => setCheck((before) => (before === 'running' ? before : 'none'));
  // Going back to an answer closes the message about all of them.
  usePlaceChange(closeRefusal);
  const form = useRef<HTMLFormElement>(null);
  const folded = useRef<HTMLDetailsElement>(null);
  const review = () => {
    flushSync(() => {
      closeRefusal();
      steps.show(0);
    });
    if (folded.current) {
      folded.current.open = true;
    }
    form.current?.querySelector<HTMLElement>('.question__words [tabindex]')?.focus();
  };

  const checkAnswers = async (answers: Answer[]) => {
    setCheck('running');
    try {
      const { passed, message } = await prescreen(studyNumber, answers);
      setCheck(passed ? 'none' : { refused: message ?? SCREENER_FAILED });
      if (passed) {
        onPassed(answers, message ?? null);
      }
    } catch (error) {
      setCheck('none');
      fail(plainSentence(error), []);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChecking || stop !== null) {
      return;
    }
    const { answers, open } = read(new FormData(event.currentTarget), questions);
    const openHere = steps.isLast ? open : open.filter((question) => !steps.hides(asked.indexOf(question)));
    if (openHere.length > 0) {
      show(
        unanswered,
        openHere.map(({ sys_id, question }) => ({ field: `${sys_id}.True`, message: question })),
      );
      return;
    }
    clear();
    if (steps.isLast) {
      void checkAnswers(answers);
    } else {
      onStep?.();
      steps.goOn();
    }
  };

  return (
    <form
      className="form"
      ref={form}
      onSubmit={onSubmit}
      onClickCapture={(event) => showPartOfLink(steps, event)}
      noValidate
    >
      {summary && <ErrorSummary {...summary} />}
      {children}
      {asked.map((question, index) => (
        <QuestionField
          key={question.sys_id}
          question={question}
          place={index}
          count={asked.length}
          steps={steps}
          open={question.sys_id in beside}
        />
      ))}
      {before.length > 0 && (
        <details className="details-before" ref={folded}>
          <summary className="more-sites__summary">
            Your Answers From the Study’s Page ({before.length})
          </summary>
          {before.map((question, index) => (
            <QuestionField
              key={question.sys_id}
              question={question}
              place={asked.length + index}
              count={null}
              steps={{ ...steps, alone: null, hides: () => false }}
              open={question.sys_id in beside}
            />
          ))}
        </details>
      )}
      {stop}
      <div className="form__actions">
        {stop === null && (
          <button className="button" type="submit" aria-disabled={isChecking}>
            NEXT
          </button>
        )}
        {steps.alone !== null && steps.alone > 0 && (
          <button className="button button--quiet" type="button" onClick={steps.goBack}>
            Back
          </button>
        )}
      </div>
      <p role="status" className="form__status">
        {isChecking ? 'Checking your answers ...' : ''}
      </p>
      {typeof check === 'object' && (
        <AlertDialog
          message={check.refused}
          onClose={onRefused}
          wayBack={{ label: 'Review My Answers', onPress: review }}
        >
          <p className="dialog__message">
            Did you choose an answer by mistake? Review your answers: they are still here. Or another study
            may fit you: choose OK to look for one.
          </p>
        </AlertDialog>
      )}
    </form>
  );
}

function read(form: FormData, questions: PublicQuestion[]): { answers: Answer[]; open: PublicQuestion[] } {
  const answers: Answer[] = [];
  const open: PublicQuestion[] = [];
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
