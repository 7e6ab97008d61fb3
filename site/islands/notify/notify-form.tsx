import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { askForNews, type NewsSubject } from '../backend/notify';
import { EmailField } from '../email/email-field';
import { CaptchaField } from '../enroll/captcha-field';
import { FieldErrors } from '../enroll/field-errors';
import { showRefusal } from '../enroll/show-refusal';
import { useCaptcha } from '../enroll/use-captcha';
import { useFormErrors } from '../enroll/use-form-errors';
import { INVALID_EMAIL, NO_CAPTCHA } from '../messages/sign-up';
import { ErrorSummary } from '../parts/error-summary';
import type { FieldError } from '../wire/FieldError';

const TITLE = 'Please Check What You Entered';
/** A rough check. The server checks more. */
const EMAIL_LIKE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The subject of the news, and whether it is a study that already recruits. */
export type NotifyFormProps = { subject: NewsSubject; isOpen?: boolean };

/** The form that subscribes an address to news. The result never reveals anything about the address. */
export default function NotifyForm({ subject, isOpen = false }: NotifyFormProps) {
  const errors = useFormErrors();
  const captcha = useCaptcha('news');
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== 'open') {
      return;
    }
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const missing: FieldError[] = [];
    if (email === '') {
      missing.push({ field: 'email', message: 'Enter your email' });
    } else if (!EMAIL_LIKE.test(email)) {
      missing.push({ field: 'email', message: INVALID_EMAIL });
    }
    if (captcha.response === null) {
      missing.push({ field: 'captcha', message: NO_CAPTCHA });
    }
    if (missing.length > 0 || captcha.response === null) {
      errors.show(TITLE, missing);
      return;
    }
    errors.clear();
    setState('sending');
    try {
      await askForNews(email, subject, captcha.response);
      setState('sent');
    } catch (error) {
      setState('open');
      showRefusal(error, { title: TITLE, errors, captcha, fields: ['email'] });
    }
  };

  if (state === 'sent') {
    return <Sent />;
  }
  return (
    <FieldErrors value={errors.beside}>
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        <p>
          {newsSentence({ subject, isOpen })} You get one email a day at most. Each has a link that stops them
          and erases your address. We use your address for nothing else, and keep it for two years at most.
        </p>
        {errors.summary && <ErrorSummary {...errors.summary} />}
        <EmailField label="Your Email" hint="We send a link to it. News comes after you open the link." />
        <CaptchaField captcha={captcha} />
        <button className="button" type="submit" aria-disabled={state === 'sending'}>
          {state === 'sending' ? 'Sending ...' : 'Send Me News'}
        </button>
      </form>
    </FieldErrors>
  );
}

function newsSentence({ subject, isOpen }: NotifyFormProps): string {
  if ('condition' in subject) {
    return `We email you when a new study of ${subject.condition} takes people in ${subject.country}.`;
  }
  return isOpen
    ? 'This study takes people now. We email you when it ends, or when it starts to take people again after a break.'
    : 'We email you when it starts to take people, or when it ends.';
}

/** Says what happens next, and takes the focus from the form. */
function Sent() {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => note.current?.focus(), []);
  return (
    <div ref={note} className="note" role="status" tabIndex={-1}>
      <p className="note__title">Check Your Email</p>
      <p>
        We have sent an email to the address that you entered. Open the link in it within a day, and press the
        button there. If no email comes, look among your spam, or try again.
      </p>
    </div>
  );
}
