import { useState } from 'react';
import type { SignUp } from '../backend/sign-up';
import { takeFocus } from '../enroll/take-focus';
import type { RecordsConnection } from '../wire/RecordsConnection';
import { OtherBirthDate } from './other-birth-date';
import type { Choice } from './use-choice';
import type { Review } from './use-review';

/** The connection, the sign-up, and the selection. */
export type WayOnProps = {
  connection: RecordsConnection;
  signUp: SignUp | null;
  choice: Choice;
  review: Review;
};

/** The next step: first the sign-up, then its privacy notice, then the share. */
export function WayOn({ connection: { study_number }, signUp, choice, review }: WayOnProps) {
  const form = `/enroll/${study_number}`;
  const [isCancelled, setIsBack] = useState(false);
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

  if (signUp === null) {
    return (
      <>
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
            ref={isCancelled ? takeFocus : null}
            onClick={ifAny(() => review.share(choice.chosen, signUp.pt_id))}
          >
            Share Medical Records
          </button>
        </p>
      )}
    </>
  );
}
