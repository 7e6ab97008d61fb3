import type { MouseEvent } from 'react';
import { RECORDS_SHARED } from '../messages/records';
import { StepTitle } from '../parts/step-title';
import { completeSignUp } from './shared-keys';

/** Confirms that records were shared. The link back removes the keys of the sign-up from the browser. */
export function Shared({ participant }: { participant: string }) {
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    completeSignUp();
    location.assign('/');
  };
  return (
    <section className="form">
      <StepTitle takesFocus>Your Records Are Shared</StepTitle>
      <p className="note">{RECORDS_SHARED}</p>
      <p>
        <a href={`/thankyou/${participant}`}>See What You Shared</a>. You can take it back there.
      </p>
      <p>
        <a className="button" href="/" onClick={leave}>
          Back to Search
        </a>
      </p>
    </section>
  );
}
