import { takeFocus } from '../enroll/take-focus';
import { plainDate } from '../study/plain-date';
import type { DifferingBirthDates } from '../wire/DifferingBirthDates';

/** The two dates, and the possible answers. */
export type OtherBirthDateProps = {
  dates: DifferingBirthDates;
  onShare: () => void;
  onCancel: () => void;
};

/** Asks for confirmation when the date of birth in the records differs from that in the sign-up. */
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
