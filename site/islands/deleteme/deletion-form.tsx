import { type FormEvent, useState } from 'react';
import { askForDeletion } from '../backend/deletion';
import { CaptchaField } from '../enroll/captcha-field';
import { DateOfBirthField } from '../enroll/date-of-birth-field';
import { FieldErrors } from '../enroll/field-errors';
import { birthOf, type DateParts } from '../enroll/form-rules';
import { dateOfBirth } from '../enroll/form-values';
import { showRefusal } from '../enroll/show-refusal';
import { TextField } from '../enroll/text-field';
import { useCaptcha } from '../enroll/use-captcha';
import { useFormErrors } from '../enroll/use-form-errors';
import { VERIFY_ACCOUNT } from '../messages/deletion';
import { NO_CAPTCHA, REQUIRED_VALUES } from '../messages/sign-up';
import { ErrorSummary } from '../parts/error-summary';
import { StepTitle } from '../parts/step-title';
import { participantNumber } from '../typed/participant-number';
import { visible } from '../typed/visible';
import type { FieldError } from '../wire/FieldError';

const FIELDS = ['patient_id', 'last_name', 'date_of_birth'] as const;

/** Requests an erasure. The page never reveals whether the sender is known. */
export function DeletionForm() {
  const errors = useFormErrors();
  const captcha = useCaptcha('deletion');
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== 'open') {
      return;
    }
    const typed = readFields(event.currentTarget);
    const missing = errorsIn(typed, captcha.response);
    if (missing.length > 0 || captcha.response === null) {
      const isNumberWrong = typed.patient_id !== '' && missing[0]?.field === 'patient_id';
      errors.show(isNumberWrong && missing.length === 1 ? 'There is a problem' : REQUIRED_VALUES, missing);
      return;
    }
    errors.clear();
    setState('sending');
    try {
      await askForDeletion({
        patient_id: typed.patient_id,
        last_name: typed.last_name,
        date_of_birth: dateOfBirth(typed),
        recaptcha_response: captcha.response,
      });
      setState('sent');
    } catch (error) {
      setState('open');
      showRefusal(error, { title: REQUIRED_VALUES, errors, captcha, fields: FIELDS });
    }
  };

  if (state === 'sent') {
    return <Sent />;
  }
  return (
    <FieldErrors value={errors.beside}>
      <form
        className="form"
        onSubmit={(event) => void onSubmit(event)}
        noValidate
        aria-labelledby="deletion-title"
      >
        {errors.summary && <ErrorSummary {...errors.summary} />}
        <StepTitle id="deletion-title">{VERIFY_ACCOUNT}</StepTitle>
        <p className="form__intro">
          We then send a link to the email address that you signed up with. Nothing is deleted before you open
          it and press the button there. If you signed up for more than one study, do this once for each.
        </p>
        <TextField
          name="patient_id"
          label="Patient ID"
          hint="Your participant number, such as PT 7K3M-9Q2X-4D8V. It is in the email about your sign up."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          width="half"
        />
        <TextField name="last_name" label="Last Name" autoComplete="family-name" />
        <DateOfBirthField label="Date Of Birth" />
        <CaptchaField captcha={captcha} />
        <div className="form__end">
          <button className="button" type="submit" aria-disabled={state === 'sending'}>
            {state === 'sending' ? 'Sending ...' : 'Send Me the Link'}
          </button>
          <p className="field__hint">
            You do not know your Patient ID, or have a new email address? <a href="/contact">Contact us</a>,
            and we help you.
          </p>
        </div>
      </form>
    </FieldErrors>
  );
}

type Typed = Record<'patient_id' | 'last_name', string> & DateParts;

function readFields(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (name: string) => visible(String(data.get(name) ?? ''));
  return {
    patient_id: text('patient_id'),
    last_name: text('last_name'),
    date_of_birth_month: text('date_of_birth_month'),
    date_of_birth_day: text('date_of_birth_day'),
    date_of_birth_year: text('date_of_birth_year'),
  };
}

/** Errors of empty fields and of an invalid participant ID. Other formats are not checked. */
function errorsIn(typed: Typed, captcha: string | null): FieldError[] {
  const missing: FieldError[] = [];
  if (typed.patient_id === '') {
    missing.push({ field: 'patient_id', message: 'Enter your patient ID' });
  } else if (participantNumber(typed.patient_id) === null) {
    missing.push({
      field: 'patient_id',
      message: 'Enter PT and the 12 letters and digits behind it, such as PT 7K3M-9Q2X-4D8V',
    });
  }
  if (typed.last_name === '') {
    missing.push({ field: 'last_name', message: 'Enter your last name' });
  }
  const part = (['month', 'day', 'year'] as const).find((name) => typed[`date_of_birth_${name}`] === '');
  if (part && birthOf(typed) === null) {
    missing.push({ field: `date_of_birth.${part}`, message: 'Enter your date of birth' });
  }
  return captcha === null ? [...missing, { field: 'captcha', message: NO_CAPTCHA }] : missing;
}

/** Says what happens next, in the same words whether or not the details match a sign-up. */
function Sent() {
  return (
    <section className="prose">
      <StepTitle takesFocus>Check Your Email</StepTitle>
      <p>
        If your details are those of a sign up, we have sent an email to the address that you signed up with.
        Open the link in it within 30 minutes. It says what is deleted, and has a button to do it.
      </p>
      <p>
        If no email comes, look among your spam. Then check the details, and <a href="/deleteme">try again</a>
        . We send three of these emails a day at most.
      </p>
      <p>
        If you need help, <a href="/contact">contact us</a>.
      </p>
    </section>
  );
}
