import { type FormEvent, useRef, useState } from 'react';
import { requestIntroduction } from '../backend/introduction';
import { EmailField } from '../email/email-field';
import { Field } from '../enroll/field';
import { FieldErrors } from '../enroll/field-errors';
import { showRefusal } from '../enroll/show-refusal';
import { TextField } from '../enroll/text-field';
import { useCaptcha } from '../enroll/use-captcha';
import { type FormErrors, useFormErrors } from '../enroll/use-form-errors';
import { ErrorSummary } from '../parts/error-summary';
import { useAddress } from '../use-address';
import type { AsksFor } from '../wire/AsksFor';
import type { CallTime } from '../wire/CallTime';
import type { ContactChannel } from '../wire/ContactChannel';
import type { IntroductionPreview } from '../wire/IntroductionPreview';
import type { IntroductionRequest } from '../wire/IntroductionRequest';
import { CheckEmail } from './check-email';
import { FocusedTitle } from './focused-title';
import { MailPreview } from './mail-preview';
import { RadioChoice, type RadioOption } from './radio-choice';

const TITLE = 'Please Check What You Entered';
const FIELDS = ['name', 'email', 'phone', 'by', 'when', 'asks_for', 'message'] as const;
/** The fields with several inputs. */
const CHOICES: readonly string[] = ['by', 'when', 'asks_for'];

const CHANNELS: RadioOption<ContactChannel>[] = [
  { value: 'email', label: 'Email' },
  { value: 'call', label: 'Phone Call' },
  { value: 'text', label: 'Text Message' },
];
const TIMES: RadioOption<CallTime>[] = [
  { value: 'any', label: 'Any Time' },
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
  { value: 'evening', label: 'Evening' },
];
const ASKS_FOR: RadioOption<AsksFor>[] = [
  { value: 'themselves', label: 'I’m 18 or older, and I ask for myself' },
  { value: 'person_in_care', label: 'I’m 18 or older, and I ask for someone in my care' },
];

/** The study, and the contact who gets the details. */
export type IntroductionFormProps = { study: string; to: string };

/** The form that sends a person's details to the contact of a registry study. Nothing is sent before two agreements. */
export default function IntroductionForm({ study, to }: IntroductionFormProps) {
  const errors = useFormErrors();
  const captcha = useCaptcha('introduction');
  const query = useAddress()?.query;
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const [preview, setPreview] = useState<IntroductionPreview | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const send = async (agreement: Pick<IntroductionRequest, 'agreed' | 'captcha'>) => {
    if (state !== 'open' || !form.current) {
      return;
    }
    const place = { near: query?.get('near') ?? '', country: query?.get('in') ?? '' };
    errors.clear();
    setState('busy');
    try {
      const answer = await requestIntroduction({ study, ...place, ...typed(form.current), ...agreement });
      setState(answer.result === 'check_mail' ? 'sent' : 'open');
      setPreview(answer.preview ?? null);
    } catch (error) {
      setState('open');
      // A preview uses no captcha, so none must be renewed.
      const used = 'agreed' in agreement ? captcha : { ...captcha, renew: async () => null };
      showRefusal(error, { title: TITLE, errors: atFirstInputs(errors), captcha: used, fields: FIELDS });
    }
  };

  if (state === 'sent') {
    return <CheckEmail />;
  }
  return (
    <FieldErrors value={errors.beside}>
      {errors.summary && <ErrorSummary {...errors.summary} />}
      {preview && (
        <MailPreview
          key={preview.sha256}
          preview={preview}
          captcha={captcha}
          errors={errors}
          isBusy={state === 'busy'}
          onAgreed={(response) => void send({ agreed: preview.sha256, captcha: response })}
          onChange={() => {
            errors.clear();
            setPreview(null);
          }}
        />
      )}
      <form
        ref={form}
        hidden={preview !== null}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send({});
        }}
      >
        {preview === null && <FocusedTitle>Your Details</FocusedTitle>}
        <p>
          We email these details to {to}, the contact in the study’s record. You see the email first. Nothing
          is sent before you agree to it and confirm your email address.
        </p>
        <p>Please write nothing about your health here.</p>
        <TextField name="name" label="Your Name" autoComplete="name" />
        <EmailField label="Your Email" hint="We send a link to it. The contact’s answer comes to it, too." />
        <TextField
          name="phone"
          label="Your Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          optional
        />
        <RadioChoice name="by" label="Best Way to Reach You" options={CHANNELS} />
        <RadioChoice name="when" label="Best Time to Reach You" options={TIMES} optional />
        <RadioChoice name="asks_for" label="Who Do You Ask For?" options={ASKS_FOR} />
        <Field
          name="message"
          label="Short Message"
          hint="500 characters at most, without links or web addresses"
          optional
        >
          {(wiring) => <textarea className="input input--area" rows={3} {...wiring} />}
        </Field>
        <button className="button" type="submit" aria-disabled={state === 'busy'}>
          {state === 'busy' ? 'One moment ...' : 'Show Me the Email'}
        </button>
      </form>
    </FieldErrors>
  );
}

/** Links of the error summary lead to the first input of a choice. */
function atFirstInputs(errors: FormErrors): FormErrors {
  const first = (field: string) => (CHOICES.includes(field) ? `${field}.0` : field);
  return {
    ...errors,
    show: (title, list) =>
      errors.show(
        title,
        list.map(({ field, message }) => ({ field: first(field), message })),
      ),
  };
}

function typed(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const choice = <T extends string>(name: string, choices: { value: T }[]) =>
    choices.find(({ value }) => value === text(name))?.value;
  const by = choice('by', CHANNELS);
  const when = choice('when', TIMES);
  const asksFor = choice('asks_for', ASKS_FOR);
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    message: text('message'),
    ...(by && { by }),
    ...(when && { when }),
    ...(asksFor && { asks_for: asksFor }),
  };
}
