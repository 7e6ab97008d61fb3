import type { ConsentBox } from '../wire/ConsentBox';
import type { FieldError } from '../wire/FieldError';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';

/** The boxes, and the ids of the ticked ones. */
export type ConsentBoxesProps = {
  boxes: ConsentBox[];
  ticked: string[];
  onChange: (ticked: string[]) => void;
};

/** The consent boxes of the form. */
export function ConsentBoxes({ boxes, ticked, onChange }: ConsentBoxesProps) {
  return (
    <div className="consents" id={fieldId('consents')} tabIndex={-1}>
      {boxes.map((box) => (
        <Box
          key={box.id}
          box={box}
          ticked={ticked.includes(box.id)}
          onChange={(on) => onChange(on ? [...ticked, box.id] : ticked.filter((id) => id !== box.id))}
        />
      ))}
    </div>
  );
}

function Box({
  box,
  ticked,
  onChange,
}: {
  box: ConsentBox;
  ticked: boolean;
  onChange: (on: boolean) => void;
}) {
  const missing = useFieldError('consents');
  const error = box.required && !ticked ? missing : undefined;
  const errorId = fieldId('consents', `${box.id}-error`);
  return (
    <div className={error ? 'consent has-error' : 'consent'}>
      {error && (
        <p className="field__error" id={errorId}>
          {error}
        </p>
      )}
      <label className="option">
        <input
          className="option__input"
          type="checkbox"
          id={fieldId('consents', box.id)}
          checked={ticked}
          required={box.required}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          {box.label} <span className="field__optional">({box.required ? 'required' : 'optional'})</span>
        </span>
      </label>
    </div>
  );
}

/** The ids of the boxes that are ticked when the page opens. */
export function startingConsent(boxes: ConsentBox[]): string[] {
  return boxes.filter((box) => box.starts_ticked).map((box) => box.id);
}

/** An error for each required box that is not ticked. */
export function missingConsent(boxes: ConsentBox[], ticked: string[]): FieldError[] {
  return boxes
    .filter((box) => box.required && !ticked.includes(box.id))
    .map((box) => ({ field: `consents.${box.id}`, message: `Tick this box: ${box.label}` }));
}
