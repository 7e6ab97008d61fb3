import type { AskedQuestion } from '../wire/AskedQuestion';
import { fieldId } from './field-ids';

/** A question, its place among the others, and whether it was left open. */
export type QuestionFieldProps = { question: AskedQuestion; number: number; count: number; open: boolean };

/** One pre-screening question with its two answers. */
export function QuestionField({ question, number, count, open }: QuestionFieldProps) {
  const errorId = fieldId(question.sys_id, 'error');
  return (
    <fieldset
      className={open ? 'question has-error' : 'question'}
      aria-describedby={open ? errorId : undefined}
    >
      <legend className="question__words">
        <span className="question__count">
          Question {number} of {count}
        </span>
        {question.question}
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
