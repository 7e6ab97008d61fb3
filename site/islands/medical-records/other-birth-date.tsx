import { takeFocus } from '../enroll/take-focus';
import { plainDate } from '../study/plain-date';
import type { DifferingBirthDates } from '../wire/DifferingBirthDates';

/** The two dates, and what can be done. */
export type OtherBirthDateProps = {
  dates: DifferingBirthDates;
  onShare: () => void;
  onCancel: () => void;
};

/** Asks whether records of another date of birth than that of the sign-up are right. */
export function OtherBirthDate({ dates: { records, signed_up }, onShare, onCancel }: OtherBirthDateProps) {
  return (
    <div className="note note--problem" role="alert" tabIndex={-1} ref={takeFocus}>
      <p>
        These records are of somebody born on <strong>{plainDate(records)}</strong>. You signed up with{' '}
        <strong>{plainDate(signed_up)}</strong>. Nothing is shared yet.
      </p>
      <div className="form__actions">
        <button className="button" type="button" onClick={onShare}>
          They Are Mine, Share Them
        </button>
        <button className="button button--quiet" type="button" onClick={onCancel}>
          Don’t Share
        </button>
      </div>
    </div>
  );
}
