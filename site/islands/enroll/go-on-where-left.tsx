import { type RefObject, use, useEffect, useState } from 'react';
import { targetOf } from './field-ids';
import { checkForm } from './form-check';
import { Rules } from './form-rules';
import { readForm } from './form-values';
import { partOf } from './part-of-field';
import type { Steps } from './use-steps';

/** Nothing is wanted of the captcha before the last part. */
const SOLVED = '';

/** The way of whoever comes back to a form on a phone: to its first part that is not filled in, or to the last one. */
export function GoOnWhereLeft({
  form,
  steps,
  last,
}: {
  form: RefObject<HTMLFormElement | null>;
  steps: Steps;
  last: number;
}) {
  const rules = use(Rules);
  const [left, setLeft] = useState(0);
  // The form is filled in before this runs.
  useEffect(() => {
    if (form.current !== null) {
      const [first] = checkForm(readForm(form.current), SOLVED, rules);
      setLeft((first && partOf(form.current, targetOf(first.field))) ?? last);
    }
  }, [form, last, rules]);
  if (steps.alone !== 0 || left === 0) {
    return null;
  }
  return (
    <button className="button button--small" type="button" onClick={() => steps.show(left)}>
      Go On at Step {left + 1}
    </button>
  );
}
