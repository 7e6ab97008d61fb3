import type { ClipboardEvent } from 'react';
import { readDate } from '../typed/typed-date';
import { ChoiceFrame } from './choice-field';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';

const PARTS = [
  { part: 'month', label: 'Month' },
  { part: 'day', label: 'Day' },
  { part: 'year', label: 'Year' },
] as const;

/** The field's label, and whether the browser may autofill the date. */
export type DateOfBirthFieldProps = { label?: string; isOwn?: boolean };

/** The date of birth in three boxes, because a calendar is slow for distant dates. The month may be a word. */
export function DateOfBirthField({ label = 'Date of Birth', isOwn = true }: DateOfBirthFieldProps) {
  const error = useFieldError('date_of_birth');
  return (
    <ChoiceFrame name="date_of_birth" label={label} hint="For example, 3 27 1956">
      <div className="date-parts" onPaste={spreadDate}>
        {PARTS.map(({ part, label: partLabel }) => (
          <div className="date-parts__part" key={part}>
            <label className="date-parts__label" htmlFor={fieldId('date_of_birth', part)}>
              {partLabel}
            </label>
            <input
              className={`input input--${part}`}
              id={fieldId('date_of_birth', part)}
              name={`date_of_birth_${part}`}
              type="text"
              inputMode={part === 'month' ? 'text' : 'numeric'}
              autoComplete={isOwn ? `bday-${part}` : 'off'}
              required
              aria-invalid={error ? true : undefined}
            />
          </div>
        ))}
      </div>
    </ChoiceFrame>
  );
}

/** Splits a pasted date into the boxes. */
function spreadDate(event: ClipboardEvent<HTMLDivElement>): void {
  const date = readDate(event.clipboardData.getData('text'));
  if (typeof date === 'string') {
    return;
  }
  event.preventDefault();
  for (const { part } of PARTS) {
    const box = event.currentTarget.querySelector<HTMLInputElement>(`[name="date_of_birth_${part}"]`);
    if (box !== null) {
      box.value = String(date[part]);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}
