import { StepTitle } from '../parts/step-title';

/** Why the notice is not accepted yet, if something failed, and the way back to it. */
export type UnacceptedNoticeProps = { message: string | null; onRead: () => void };

/** The last step that is left when a participant exists but has not accepted the privacy notice. */
export function UnacceptedNotice({ message, onRead }: UnacceptedNoticeProps) {
  return (
    <section className="form">
      <StepTitle takesFocus>One Step Is Left</StepTitle>
      {message && (
        <p className="note note--problem" role="alert">
          We couldn’t record that you accept the privacy notice. {message}
        </p>
      )}
      <p>Your details are saved. Your sign up counts once you accept the privacy notice.</p>
      <button className="button" type="button" onClick={onRead}>
        Read the Privacy Notice
      </button>
    </section>
  );
}
