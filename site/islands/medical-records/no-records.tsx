import { NO_RECORDS } from '../messages/records';
import { StepTitle } from '../parts/step-title';

/** The reason, and the ways to continue. */
export type NoRecordsProps = {
  message: string;
  /** Tries again; null if that can't help. */
  onRetry: (() => void) | null;
  onChoose: () => void;
  /** The study to sign up for without records, if known. */
  studyNumber: string | null;
};

/** Shown when there are no records, or they failed to load. */
export function NoRecords({ message, onRetry, onChoose, studyNumber }: NoRecordsProps) {
  return (
    <section className="form">
      <StepTitle takesFocus>{NO_RECORDS}</StepTitle>
      <p>{message}</p>
      <div className="form__actions">
        {onRetry && (
          <button className="button" type="button" onClick={onRetry}>
            Try Again
          </button>
        )}
        <button className={onRetry ? 'button button--quiet' : 'button'} type="button" onClick={onChoose}>
          {onRetry ? 'Choose Another Health System' : 'Choose Your Health System Again'}
        </button>
      </div>
      {studyNumber !== null && (
        <p>
          You can also <a href={`/enroll/${studyNumber}`}>enter your details by hand</a>.
        </p>
      )}
    </section>
  );
}
