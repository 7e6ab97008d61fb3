import { type RefObject, use, useEffect, useState } from 'react';
import { targetOf } from './field-ids';
import { validateForm } from './form-check';
import { Rules } from './form-rules';
import { readForm } from './form-values';
import { partOf } from './part-of-field';
import type { Steps } from './use-steps';

/** Stands in for the captcha's response, which is not needed before the last part. */
const NO_CAPTCHA_NEEDED = '';

/** On a phone, a button that leads to the first incomplete part of a restored form, or to the last one. */
export function ResumeButton({
  form,
  steps,
  last,
}: {
  form: RefObject<HTMLFormElement | null>;
  steps: Steps;
  last: number;
}) {
  const rules = use(Rules);
  const [firstOpen, setFirstOpen] = useState(0);
  // The form is restored before this runs.
  useEffect(() => {
    if (form.current !== null) {
      const [firstError] = validateForm(readForm(form.current), NO_CAPTCHA_NEEDED, rules);
      setFirstOpen((firstError && partOf(form.current, targetOf(firstError.field))) ?? last);
    }
  }, [form, last, rules]);
  if (steps.alone !== 0 || firstOpen === 0) {
    return null;
  }
  return (
    <button className="button button--small" type="button" onClick={() => steps.show(firstOpen)}>
      Go On at Step {firstOpen + 1}
    </button>
  );
}
