import { type FormEvent, useState } from 'react';
import { INVALID_EMAIL, REQUIRED_VALUES } from '../messages/sign-up';
import { ErrorSummary } from '../parts/error-summary';
import { StepTitle } from '../parts/step-title';
import type { SiteView } from '../wire/SiteView';
import { CaptchaField } from './captcha-field';
import { ConsentBoxes, missingConsent, startingConsent } from './consent-boxes';
import { FieldErrors } from './field-errors';
import { checkForm, hasMissingValue, isEmail } from './form-check';
import { AboutYou, HowToReachYou, WhereYouLive, YourHealth } from './form-parts';
import { readForm } from './form-values';
import { PrivacyDialog } from './privacy-dialog';
import type { AnsweredQuestion, SignUpProps } from './sign-up';
import { signUpFormOf } from './sign-up-form';
import { UnacceptedNotice } from './unaccepted-notice';
import { useCaptcha } from './use-captcha';
import { useCreation } from './use-creation';
import { useFormErrors } from './use-form-errors';

/** What the form stands on: the study, and the answers that were given before. */
export type ParticipantFormProps = SignUpProps & {
  /** The site that was chosen, if the study has sites. */
  site: SiteView | null;
  answers: AnsweredQuestion[];
  /** Whether the form follows the questions, and takes the focus from them. */
  follows: boolean;
  /** A sign-up of this browser whose notice is not accepted yet. */
  begun: { pt_id: string } | null;
  /** Called when the server still waits for answers to the study's questions. */
  onQuestionsOpen: () => void;
};

/** The participant's details, consent, and the way to the thank-you page. */
export function ParticipantForm(props: ParticipantFormProps) {
  const { study, studyNumber, answers, begun, countries, default_country, consent, races } = props;
  const errors = useFormErrors();
  const captcha = useCaptcha();
  const [ticked, setTicked] = useState(() => startingConsent(consent.boxes));
  const creation = useCreation({
    studyNumber,
    noticeVersion: consent.notice.version,
    answers,
    begun,
    errors,
    onCaptchaSpent: captcha.reset,
    onQuestionsOpen: props.onQuestionsOpen,
  });
  const untickedBoxes = missingConsent(consent.boxes, ticked);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (creation.phase.name !== 'filling') {
      return;
    }
    if (untickedBoxes.length > 0) {
      errors.show('Tick the box to go on', untickedBoxes);
      return;
    }
    const values = readForm(event.currentTarget);
    const wrong = checkForm(values, captcha.response);
    if (wrong.length > 0) {
      errors.show(hasMissingValue(values, captcha.response) ? REQUIRED_VALUES : 'There is a problem', wrong);
      return;
    }
    errors.clear();
    creation.create(
      signUpFormOf({
        values,
        study,
        studyNumber,
        site: props.site,
        consents: ticked,
        captcha: captcha.response,
      }),
    );
  };

  const checkEmail = (email: string) =>
    errors.mark('email', email.trim() === '' || isEmail(email) ? null : INVALID_EMAIL);

  const { phase } = creation;
  const noticeIsOpen = phase.name === 'creating' || phase.name === 'reading' || phase.name === 'accepting';
  return (
    <FieldErrors value={errors.beside}>
      {phase.name === 'unaccepted' && (
        <UnacceptedNotice message={phase.message} onRead={creation.readNotice} />
      )}
      <form
        className="form"
        hidden={phase.name === 'unaccepted'}
        onSubmit={onSubmit}
        noValidate
        aria-labelledby="details-title"
      >
        {errors.summary && <ErrorSummary {...errors.summary} />}
        <StepTitle id="details-title" takesFocus={props.follows}>
          Your Details
        </StepTitle>
        <p className="form__intro">
          We share these with the study team, and with nobody who is not named in the privacy notice. Fill in
          every field that isn’t marked optional.
        </p>
        <AboutYou />
        <HowToReachYou onEmailLeft={checkEmail} />
        <WhereYouLive countries={countries} defaultCountry={default_country} />
        <YourHealth races={races} asksPatientId={study.show_patient_id} />
        <fieldset className="form__part">
          <legend className="form__heading">Your Consent</legend>
          <ConsentBoxes boxes={consent.boxes} ticked={ticked} onChange={setTicked} />
          <p className="consents__documents">
            To read first, in a new tab:{' '}
            <a href={consent.notice.href} target="_blank" rel="noreferrer">
              Privacy Notice
            </a>
            ,{' '}
            <a href="/terms" target="_blank" rel="noreferrer">
              Terms of Use
            </a>
          </p>
          <CaptchaField captcha={captcha} />
        </fieldset>
        <div className="form__end">
          <button
            className="button button--large"
            type="submit"
            aria-disabled={untickedBoxes.length > 0}
            aria-describedby={untickedBoxes.length > 0 ? 'why-not-yet' : undefined}
          >
            Complete Sign Up
          </button>
          {untickedBoxes.length > 0 && (
            <p className="field__hint" id="why-not-yet">
              You can complete your sign up once you tick the box that is marked required.
            </p>
          )}
        </div>
      </form>
      {noticeIsOpen && (
        <PrivacyDialog
          notice={consent.notice}
          phase={phase.name}
          onAccept={creation.accept}
          onLeave={creation.leaveNotice}
        />
      )}
    </FieldErrors>
  );
}
