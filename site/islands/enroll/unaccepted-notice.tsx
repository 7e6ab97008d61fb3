import { StepTitle } from '../parts/step-title';

/**
 * Why the notice is not accepted yet, if something failed, the way back to it, the way back to the form where that is still
 * there, and the way to another sign-up.
 */
export type UnacceptedNoticeProps = {
  message: string | null;
  onRead: () => void;
  onChange: (() => void) | null;
  onAnother: () => void;
};

/** The last step that is left when a participant exists but has not accepted the privacy notice. */
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
        Is this sign up somebody else’s? Begin a new one, with another email address. The study team does not
        hear of this one, and we delete it after 30 days.
      </p>
      <button className="button button--quiet" type="button" onClick={onAnother}>
        Begin a New Sign Up
      </button>
    </section>
  );
}
