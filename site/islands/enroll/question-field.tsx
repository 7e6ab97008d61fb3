import type { PublicQuestion } from '../wire/PublicQuestion';
import { fieldId } from './field-ids';
import { usePartHeading } from './use-part-heading';
import type { Steps } from './use-steps';

/** A question, its index, the steps through the questions, and whether it lacks an answer. */
export type QuestionFieldProps = {
  question: PublicQuestion;
  place: number;
  /** The number of questions, or null for one that is not counted. */
  count: number | null;
  steps: Steps;
  open: boolean;
};

/** One pre-screening question with its two answers: a step of its own on a phone. */
export function QuestionField({ question, place, count, steps, open }: QuestionFieldProps) {
  const heading = usePartHeading(steps.alone, place);
  const errorId = fieldId(question.sys_id, 'error');
  return (
    <fieldset
      className={open ? 'question has-error' : 'question'}
      data-part={place}
      hidden={steps.hides(place)}
      aria-describedby={open ? errorId : undefined}
    >
      <legend className="question__words">
        <span ref={heading} tabIndex={-1}>
          {count !== null && (
            <span className="question__count">
              Question {place + 1} of {count}
            </span>
          )}
          {question.question}
        </span>
      </legend>
      {open && (
        <p className="field__error" id={errorId}>
          Choose True or False
        </p>
      )}
      <div className="question__answers">
        {(['True', 'False'] as const).map((answer) => (
          <label className="option option--boxed" key={answer}>
            <input
              className="option__input"
              type="radio"
              id={fieldId(question.sys_id, answer)}
              name={question.sys_id}
              required
              value={answer}
            />
            <span>{answer}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
