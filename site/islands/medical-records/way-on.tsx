import { useState } from 'react';
import { takeFocus } from '../enroll/take-focus';
import { SIGN_UP_UNKNOWN } from '../messages/records';
import { TryAgain } from '../parts/try-again';
import type { RecordsConnection } from '../wire/RecordsConnection';
import { OtherBirthDate } from './other-birth-date';
import type { Choice } from './use-choice';
import type { KnownSignUp } from './use-records';
import type { Review } from './use-review';

/** The connection, the sign-up, and the selection. */
export type WayOnProps = {
  connection: RecordsConnection;
  signUp: KnownSignUp;
  /** Whether another person's sign-up for the study is begun in this browser. */
  isAnotherBegun: boolean;
  /** Loads the sign-up again. */
  load: () => void;
  choice: Choice;
  review: Review;
};

/** The next step: first the sign-up, then its privacy notice, then the share. */
export function WayOn({ connection, signUp, isAnotherBegun, load, choice, review }: WayOnProps) {
  const form = `/enroll/${connection.study_number}`;
  const [isCancelled, setIsBack] = useState(false);
  const [isOfSignedUp, setIsOfSignedUp] = useState(false);
  const cancelShare = () => {
    setIsBack(true);
    review.cancelShare();
  };
  const button = {
    className: 'button button--large',
    type: 'button',
    'aria-disabled': review.doing !== null || choice.count === 0,
  } as const;
  const ifAny = (act: () => void) => () => choice.count > 0 && act();

  if (signUp === 'unknown') {
    return <TryAgain message={SIGN_UP_UNKNOWN} onRetry={load} />;
  }
  if (signUp === null || (isAnotherBegun && !isOfSignedUp)) {
    return (
      <>
        {signUp && (
          <p className="note">
            Someone already signed up for this study in this browser, and another person’s sign-up isn’t
            finished. Do these records belong to the person who signed up?{' '}
            <button
              className="button button--quiet button--small"
              type="button"
              onClick={() => setIsOfSignedUp(true)}
            >
              Yes, Show How to Share Them
            </button>
          </p>
        )}
        <p>
          The sign-up form is filled in from what you chose. You can change everything in it. Your records are
          shared only after you signed up, came back here and pressed Share Medical Records.
        </p>
        <p>
          <button {...button} onClick={ifAny(() => review.fill(choice.chosen))}>
            Continue to Sign Up
          </button>
        </p>
      </>
    );
  }
  if (!signUp.acknowledged) {
    return (
      <p className="note">
        Before you can share records, read and accept the privacy notice of your sign up.{' '}
        <a href={form}>Read the Privacy Notice</a>
      </p>
    );
  }
  return (
    <>
      <p>
        The study team gets the records that you chose, and the date of birth and sex shown above. You can
        take all of it back: on your thank-you page for two hours after you signed up, and later with the link
        in our email.
      </p>
      {review.differing ? (
        <OtherBirthDate
          dates={review.differing}
          onShare={ifAny(() => review.share(choice.chosen, signUp.pt_id, review.differing?.records))}
          onCancel={cancelShare}
        />
      ) : (
        <p>
          <button
            {...button}
            ref={isCancelled || isOfSignedUp ? takeFocus : null}
            onClick={ifAny(() => review.share(choice.chosen, signUp.pt_id))}
          >
            Share Medical Records
          </button>
        </p>
      )}
    </>
  );
}
