import { StepTitle } from '../parts/step-title';

/** Whose sign-up this browser remembers, and the way to another one. */
export type SignedUpHereProps = { number: string; onAnother: () => void };

/** Says that somebody has signed up for this study in this browser already. */
export function SignedUpHere({ number, onAnother }: SignedUpHereProps) {
  return (
    <section className="form">
      <StepTitle>You Have Signed Up</StepTitle>
      <p>Somebody signed up for this study in this browser less than two hours ago.</p>
      <div className="form__actions">
        <a className="button" href={`/thankyou/${encodeURIComponent(number)}`}>
          Show the Sign Up
        </a>
        <button className="button button--quiet" type="button" onClick={onAnother}>
          Sign Up Another Person
        </button>
      </div>
    </section>
  );
}
