import { ChoiceFrame } from './choice-field';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';

const PARTS = [
  { part: 'month', label: 'Month', length: 2, autoComplete: 'bday-month' },
  { part: 'day', label: 'Day', length: 2, autoComplete: 'bday-day' },
  { part: 'year', label: 'Year', length: 4, autoComplete: 'bday-year' },
] as const;

/** The date of birth in three boxes, because a calendar is a long way back for most people. */
export function DateOfBirthField({ label = 'Date of Birth' }: { label?: string }) {
  const error = useFieldError('date_of_birth');
  return (
    <ChoiceFrame name="date_of_birth" label={label} hint="For example, 3 27 1956">
      <div className="date-parts">
        {PARTS.map(({ part, label: partLabel, length, autoComplete }) => (
          <div className="date-parts__part" key={part}>
            <label className="date-parts__label" htmlFor={fieldId('date_of_birth', part)}>
              {partLabel}
            </label>
            <input
              className={`input input--digits-${length}`}
              id={fieldId('date_of_birth', part)}
              name={`date_of_birth_${part}`}
              type="text"
              inputMode="numeric"
              autoComplete={autoComplete}
              maxLength={length}
              required
              aria-invalid={error ? true : undefined}
            />
          </div>
        ))}
      </div>
    </ChoiceFrame>
  );
}
