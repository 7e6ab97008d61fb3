import { StepTitle } from '../parts/step-title';

/** The last failure, if any, and callbacks: back to the notice, back to the form if it still exists, or a new sign-up. */
export type UnacceptedNoticeProps = {
  message: string | null;
  onRead: () => void;
  onChange: (() => void) | null;
  onAnother: () => void;
};

/** Shown while a participant exists but has not accepted the privacy notice. */
export function UnacceptedNotice({ message, onRead, onChange, onAnother }: UnacceptedNoticeProps) {
  return (
    <section className="form">
      <StepTitle takesFocus>One Step Is Left</StepTitle>
      {message && (
        <p className="note note--problem" role="alert">
          We couldn’t record that you accept the privacy notice. {message}
        </p>
      )}
      <p>Your details are saved. Your sign up counts once you accept the privacy notice.</p>
      <div className="form__actions">
        <button className="button" type="button" onClick={onRead}>
          Read the Privacy Notice
        </button>
        {onChange && (
          <button className="button button--quiet" type="button" onClick={onChange}>
            Change What You Typed
          </button>
        )}
      </div>
      <p>
        Is this someone else’s sign-up? Start a new one. You can use the same email address. The study team
        won’t see this one, and we’ll delete it after 30 days.
      </p>
      <button className="button button--quiet" type="button" onClick={onAnother}>
        Begin a New Sign Up
      </button>
    </section>
  );
}
