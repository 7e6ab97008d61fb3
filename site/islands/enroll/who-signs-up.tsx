import { useRef } from 'react';
import { StepTitle } from '../parts/step-title';
import { useHydrated } from '../use-hydrated';
import type { SignsUpFor } from '../wire/SignsUpFor';

/**
 * Asks first for the person to sign up, because the wording of the form depends on it. The built page contains the question, so
 * the buttons are disabled until they respond.
 */
export function PersonChoice({ onChosen }: { onChosen: (signsUpFor: SignsUpFor) => void }) {
  const isAwake = useHydrated();
  return (
    <section className="who" aria-labelledby="who-title">
      <StepTitle id="who-title">Who Is This Sign-Up For?</StepTitle>
      <p>Are you signing up for yourself or for someone you care for?</p>
      <div className="who__choices">
        <button
          className="button button--large"
          type="button"
          disabled={!isAwake}
          onClick={() => onChosen('self')}
        >
          Sign Up for Myself
        </button>
        <button
          className="button button--large"
          type="button"
          disabled={!isAwake}
          onClick={() => onChosen('someone_else')}
        >
          Sign Up for Someone I Care For
        </button>
      </div>
      <p className="field__hint">
        Choose the second one for your child, or for an adult for whom you make health decisions.
      </p>
    </section>
  );
}

/** Says who is being signed up, with a button that changes it without losing answers. */
export function PersonNote({
  signsUpFor,
  onChange,
}: {
  signsUpFor: SignsUpFor;
  onChange: (signsUpFor: SignsUpFor) => void;
}) {
  const note = useRef<HTMLParagraphElement>(null);
  const isForOther = signsUpFor === 'someone_else';
  return (
    <p className="who__note" ref={note} tabIndex={-1}>
      {isForOther ? 'You are signing up someone you care for.' : 'You are signing up for yourself.'}{' '}
      <button
        className="button button--quiet button--small"
        type="button"
        onClick={() => {
          onChange(isForOther ? 'self' : 'someone_else');
          note.current?.focus();
        }}
      >
        {isForOther ? 'Sign Up for Myself Instead' : 'Sign Up Someone Else Instead'}
      </button>
    </p>
  );
}
