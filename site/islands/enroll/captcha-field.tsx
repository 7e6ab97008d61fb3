import { NO_CAPTCHA } from '../messages/sign-up';
import { useFieldError } from './field-errors';
import { fieldId } from './field-ids';
import type { Captcha } from './use-captcha';

const STATUS: Record<Captcha['state'], string> = {
  idle: '',
  working: 'Checking ... this takes a few seconds.',
  solved: 'Done. Thank you.',
  failed: 'The check didn’t work. Please try again.',
};

/** The captcha checkbox. The check runs on this device, without another service. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const { state, start, cancel } = captcha;
  const error = useFieldError('captcha') ?? (state === 'solved' ? undefined : NO_CAPTCHA);
  const [id, errorId, statusId] = [
    fieldId('captcha'),
    fieldId('captcha', 'error'),
    fieldId('captcha', 'status'),
  ];
  const busy = state === 'working';
  return (
    <div className={`captcha captcha--${state}`}>
      <label className="option option--boxed">
        <input
          className="option__input"
          type="checkbox"
          id={id}
          checked={busy || state === 'solved'}
          onChange={() => (busy ? cancel() : state !== 'solved' && start())}
          aria-busy={busy}
          aria-describedby={state === 'solved' ? statusId : `${errorId} ${statusId}`}
        />
        <span>I am not a robot</span>
      </label>
      {busy && (
        <button className="button button--quiet button--small" type="button" onClick={cancel}>
          Cancel
        </button>
      )}
      <p className="captcha__status" role="status" id={statusId}>
        {STATUS[state]}
      </p>
      {state !== 'solved' && (
        <p className="field__error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
