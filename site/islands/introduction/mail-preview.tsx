import { type FormEvent, useState } from 'react';
import { CaptchaField } from '../enroll/captcha-field';
import { useFieldError } from '../enroll/field-errors';
import { fieldId } from '../enroll/field-ids';
import type { Captcha } from '../enroll/use-captcha';
import type { FormErrors } from '../enroll/use-form-errors';
import { NO_CAPTCHA } from '../messages/sign-up';
import type { FieldError } from '../wire/FieldError';
import type { IntroductionPreview } from '../wire/IntroductionPreview';
import { FocusedTitle } from './focused-title';

export type MailPreviewProps = {
  preview: IntroductionPreview;
  captcha: Captcha;
  errors: FormErrors;
  isBusy: boolean;
  /** Called with the solved captcha. */
  onAgreed: (captcha: string) => void;
  onChange: () => void;
};

/** The email word for word, and the agreement to send exactly this. */
export function MailPreview({ preview, captcha, errors, isBusy, onAgreed, onChange }: MailPreviewProps) {
  const [isAgreed, setAgreed] = useState(false);
  const { mail, consent } = preview;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const missing: FieldError[] = [];
    if (!isAgreed) {
      missing.push({ field: 'agreed', message: 'Tick the box if you agree' });
    }
    if (captcha.response === null) {
      missing.push({ field: 'captcha', message: NO_CAPTCHA });
    }
    if (missing.length > 0 || captcha.response === null) {
      errors.show('Please Agree First', missing);
      return;
    }
    onAgreed(captcha.response);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FocusedTitle>This Is the Email, Word for Word</FocusedTitle>
      <dl className="mail-preview__head">
        <dt>To</dt>
        <dd>{mail.name ? `${mail.name}, ${mail.address}` : mail.address}</dd>
        <dt>Subject</dt>
        <dd>{mail.subject}</dd>
      </dl>
      <p className="mail-preview">{mail.text}</p>
      <button className="button button--quiet" type="button" onClick={onChange}>
        Change My Details
      </button>
      <Agreement label={consent} isAgreed={isAgreed} onAgreed={setAgreed} />
      <CaptchaField captcha={captcha} />
      <button className="button" type="submit" aria-disabled={isBusy}>
        {isBusy ? 'One moment ...' : 'Send Me the Link to Confirm'}
      </button>
    </form>
  );
}

function Agreement({
  label,
  isAgreed,
  onAgreed,
}: {
  label: string;
  isAgreed: boolean;
  onAgreed: (isAgreed: boolean) => void;
}) {
  const missing = useFieldError('agreed');
  const error = isAgreed ? undefined : missing;
  const errorId = fieldId('agreed', 'error');
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
          id={fieldId('agreed')}
          checked={isAgreed}
          required
          onChange={(event) => onAgreed(event.currentTarget.checked)}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{label}</span>
      </label>
    </div>
  );
}
