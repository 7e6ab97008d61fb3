import { StepTitle } from '../parts/step-title';

/** The participant ID of this browser's sign-up, and a callback for starting another one. */
export type SignedUpHereProps = { number: string; onAnother: () => void };

/** Says that this browser already has a sign-up for this study. */
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
