import { type FormEvent, useState } from 'react';
import { draftFor, startedInThisBrowser } from '../backend/sign-up';
import { AddressCheck } from '../email/address-check';
import { INVALID_EMAIL, REQUIRED_VALUES } from '../messages/sign-up';
import { ErrorSummary } from '../parts/error-summary';
import { StepTitle } from '../parts/step-title';
import { lastSearch } from '../search-memory';
import type { FieldError } from '../wire/FieldError';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { StudyPage } from '../wire/StudyPage';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { withOrder } from './answers';
import { CaptchaField } from './captcha-field';
import { ClearForm } from './clear-form';
import { ConsentBoxes, missingConsent, startingConsent } from './consent-boxes';
import type { StepProps } from './enroll-props';
import { FieldErrors } from './field-errors';
import { targetOf } from './field-ids';
import { hasMissingValue, isEmail, validateForm } from './form-check';
import { FormPart, PartsOfForm } from './form-part';
import { AboutYou, HowToReachYou, useTypedAge, WhereYouLive, YourHealth } from './form-parts';
import { Rules } from './form-rules';
import { type FormValues, readForm } from './form-values';
import { partOf, partWhereChecked, showField, showPartOfLink, sortByField } from './part-of-field';
import { PrivacyDialog } from './privacy-dialog';
import { OtherWays, RegisterOptions } from './register-options';
import { ResumeButton } from './resume-button';
import { formOf } from './sign-up-draft';
import { signUpFormOf } from './sign-up-form';
import { listOf } from './sign-up-steps';
import { SignsUpForContext } from './signs-up-for-context';
import { SiteBesideButton } from './site-choice-field';
import { UnacceptedNotice } from './unaccepted-notice';
import { useCaptcha } from './use-captcha';
import { useCreation } from './use-creation';
import { useDraftForm } from './use-draft-form';
import type { FormErrors } from './use-form-errors';
import { useSteps } from './use-steps';

/** The sign-up with its form, and whether and how the form is shown. */
export type ParticipantFormProps = StepProps & {
  signsUpFor: SignsUpFor;
  errors: FormErrors;
  /** Whether the form is shown instead of the questions. */
  isShown: boolean;
  /** Whether the form follows the questions and takes the focus from them. */
  follows: boolean;
  /** Called when the visitor wants to answer the study's questions again. */
  onQuestionsAgain: () => void;
  /** Called when a parent or guardian goes on in place of a minor. */
  onSignUpOther: () => void;
};

/** The maximum duration of a button press, in milliseconds. */
const PRESS_DURATION = 400;
/** Name, contact, address, health, and consent. */
const PARTS = 5;

/** The form for the participant's details and consent. */
export function ParticipantForm(props: ParticipantFormProps) {
  const {
    study,
    studyNumber,
    state: { signUp, draft: draftBefore, answers, questions, form: phase, agesDiffer },
    dispatch,
    errors,
    countries,
    default_country,
    consent,
    races,
    rules,
    signsUpFor,
  } = props;
  const formBefore = formOf(draftBefore);
  const steps = useSteps({
    form: 'details',
    count: PARTS,
    isShown: props.isShown,
    resumes: formBefore !== null,
  });
  const captcha = useCaptcha('sign_up');
  const [ticked, setTicked] = useState(() => startingConsent(consent.boxes));
  const [documents, setDocuments] = useState(draftBefore?.documents ?? []);
  const draft = useDraftForm(studyNumber, formBefore, props.siteToKeep);
  const [years, readAge] = useTypedAge(draft.ref, draft.round);
  const creation = useCreation({
    study,
    studyNumber,
    noticeVersion: consent.notice.version,
    answers: withOrder(answers?.list ?? [], listOf(questions)),
    phase,
    dispatch,
    errors,
    onRefused: draft.resume,
    renewCaptcha: captcha.renew,
    onQuestionsOpen: props.onCookieCheck,
    onDocumentsDiffer: () => void documentsOf(studyNumber).then(setDocuments),
  });
  const isChecking = phase.name === 'checking';
  const remark = answers?.remark ?? null;
  const clear = () => {
    draft.clear();
    steps.show(0);
  };
  const change = () => {
    creation.change();
    steps.show(0);
  };
  const lastCountry = lastSearch().country;
  const openCountries = countriesOf(study, countries, props.countries_with_notices ?? []);
  const untickedBoxes = missingConsent(consent.boxes, ticked);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (phase.name !== 'filling') {
      return;
    }
    const form = event.currentTarget;
    const values = readForm(form);
    const formErrors = [...validateForm(values, captcha.response, rules), ...untickedBoxes];
    if (!steps.isLast || formErrors.length > 0) {
      dispatch({ type: 'form', form: { name: 'checking' } });
      const allErrors = sortByField(form, [...formErrors, ...(await draft.check())]);
      dispatch({ type: 'form', form: { name: 'filling' } });
      showOrGoOn(form, values, allErrors);
      return;
    }
    errors.clear();
    creation.create(
      signUpFormOf({
        values,
        study,
        studyNumber,
        site: props.choice.site,
        consents: ticked,
        captcha: captcha.response,
        documents: documents.length,
        rules,
      }),
      draft.stop(),
    );
  };

  /** Shows the errors of this part and the parts before it, or else the next part. */
  const showOrGoOn = (form: HTMLFormElement, values: FormValues, formErrors: FieldError[]) => {
    const isDue = (error: FieldError) => {
      const isMissing = hasMissingValue(values, [error]);
      const part = isMissing ? partOf(form, targetOf(error.field)) : partWhereChecked(form, error.field);
      return (part ?? PARTS) <= (steps.alone ?? PARTS);
    };
    const dueErrors = steps.isLast ? formErrors : formErrors.filter(isDue);
    if (dueErrors.length > 0) {
      errors.show(titleOf(values, dueErrors), dueErrors);
    } else {
      errors.clear();
      steps.goOn();
    }
  };

  const checkEmail = (email: string) => {
    if (email.trim() !== '' && !isEmail(email)) {
      errors.mark('email', INVALID_EMAIL);
    } else if (errors.beside.email !== undefined) {
      // Don't move the page under a finger that is pressing a button.
      setTimeout(() => errors.mark('email', null), PRESS_DURATION);
    }
  };

  const noticeIsOpen = phase.name === 'creating' || phase.name === 'reading' || phase.name === 'accepting';
  return (
    <SignsUpForContext value={signsUpFor}>
      <Rules value={rules}>
        <FieldErrors value={errors.beside}>
          {phase.name === 'unaccepted' && (
            <UnacceptedNotice
              message={phase.message}
              onRead={creation.readNotice}
              onChange={signUp === null ? change : null}
              onAnother={() => dispatch({ type: 'restart' })}
            />
          )}
          <form
            className="form"
            ref={draft.ref}
            onInput={() => {
              draft.onInput();
              readAge();
            }}
            hidden={phase.name === 'unaccepted'}
            onSubmit={onSubmit}
            onClickCapture={(event) => showPartOfLink(steps, event)}
            noValidate
            aria-labelledby="details-title"
          >
            {errors.summary && <ErrorSummary {...errors.summary} />}
            {(agesDiffer || remark !== null) && (
              <p className="note note--problem">
                {!agesDiffer && remark} Is the date of birth right? Then change the answer about age.{' '}
                <button className="button button--small" type="button" onClick={props.onQuestionsAgain}>
                  Answer the Questions Again
                </button>
              </p>
            )}
            <input type="hidden" name="signing_up_for" value={signsUpFor} />
            <StepTitle id="details-title" takesFocus={props.follows}>
              {signsUpFor === 'self' ? 'Your Details' : 'Their Details and Yours'}
            </StepTitle>
            <p className="form__intro">
              Fill in every field that isn’t marked optional.
              {(steps.alone ?? 0) === 0 && (
                <OtherWays options={props.register_options} hasDocument={documents.length > 0} />
              )}
            </p>
            {draft.restored !== null && (
              <p className="note">
                {draftBefore?.from_records
                  ? 'Some answers are from your medical records. Check them before you go on.'
                  : 'We filled in what you typed or chose before.'}{' '}
                <ResumeButton form={draft.ref} steps={steps} last={PARTS - 1} /> <ClearForm onClear={clear} />
              </p>
            )}
            {draft.clearFailed && (
              <p className="note note--problem" role="alert">
                We could not forget what you typed. <ClearForm onClear={clear} />
              </p>
            )}
            <PartsOfForm key={draft.round} value={{ steps, count: PARTS }}>
              <AboutYou years={years} onSignUpOther={props.onSignUpOther} />
              <div hidden={(steps.alone ?? 0) > 0}>
                <RegisterOptions
                  options={props.register_options}
                  studyNumber={studyNumber}
                  studySysId={study.study_sys_id}
                  documents={documents}
                  isGone={props.state.documentIsGone}
                  onDocuments={setDocuments}
                  onManually={() => focusFirstField(draft.ref.current)}
                  onLeaving={draft.save}
                />
              </div>
              <HowToReachYou
                onEmailLeft={checkEmail}
                relationship={draft.restored?.representative_relationship}
              />
              <WhereYouLive
                countries={openCountries}
                isLimited={openCountries.length < countries.length}
                defaultCountry={
                  [draft.restored?.country, lastCountry, default_country, openCountries[0]].find(
                    (name) => name !== undefined && openCountries.includes(name),
                  ) ?? default_country
                }
              />
              <YourHealth races={races} asksPatientId={study.show_patient_id} years={years} />
              <FormPart title="Your Consent" number={4}>
                {signsUpFor === 'someone_else' && (
                  <p>
                    You agree for the person you are signing up. Do this only if you may decide about their
                    health care.
                  </p>
                )}
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
                  ,{' '}
                  <a href="/informed-consent" target="_blank" rel="noreferrer">
                    What Signing Up Means
                  </a>
                </p>
                <AddressCheck
                  form={draft.ref}
                  onChange={() => showField(draft.ref.current, 'email', steps)}
                />
                <CaptchaField captcha={captcha} />
              </FormPart>
            </PartsOfForm>
            <div className="form__end">
              {steps.isLast && <SiteBesideButton {...props.choice} />}
              {steps.isLast ? (
                <CompleteSignUp isOpen={untickedBoxes.length > 0} isBusy={isChecking} />
              ) : (
                <button className="button button--large" type="submit" aria-busy={isChecking}>
                  {isChecking ? 'Checking …' : 'Continue'}
                </button>
              )}
              {steps.alone !== null && steps.alone > 0 && (
                <button className="button button--quiet" type="button" onClick={steps.goBack}>
                  Back
                </button>
              )}
              <p className="field__hint">
                Only the study team and those named in the privacy notice get your details. We keep what you
                type for a day, so you can go on later in this browser.
              </p>
              {draft.saveFailed && (
                <p className="field__hint" role="status">
                  We could not keep what you typed. It is still here: leave this page open until you are done.
                </p>
              )}
              {draft.isSaved && draft.restored === null && !draft.clearFailed && (
                <ClearForm onClear={clear} />
              )}
            </div>
          </form>
          {noticeIsOpen && (
            <PrivacyDialog
              notice={consent.notice}
              signsUpFor={signsUpFor}
              phase={phase.name}
              onAccept={creation.accept}
              onLeave={creation.leaveNotice}
            />
          )}
        </FieldErrors>
      </Rules>
    </SignsUpForContext>
  );
}

/** The documents that wait for the sign-up. If that is unknown, none are shown, and none are sent. */
async function documentsOf(studyNumber: string): Promise<UploadedDocument[]> {
  const started = await startedInThisBrowser(studyNumber).catch(() => null);
  return (started && draftFor(studyNumber, started)?.documents) ?? [];
}

function CompleteSignUp({ isOpen, isBusy }: { isOpen: boolean; isBusy: boolean }) {
  return (
    <>
      <button
        className="button button--large"
        type="submit"
        aria-disabled={isOpen}
        aria-busy={isBusy}
        aria-describedby={isOpen ? 'why-not-yet' : undefined}
      >
        Complete Sign Up
      </button>
      {isOpen && (
        <p className="field__hint" id="why-not-yet">
          You can complete your sign up once you tick each box that is marked required.
        </p>
      )}
    </>
  );
}

/** The countries from which people can sign up for a study: those with a site, and those with the notices of their law. */
function countriesOf({ sign_up_countries = [] }: StudyPage, all: string[], withNotices: string[]): string[] {
  return sign_up_countries.length === 0
    ? all
    : all.filter((name) => sign_up_countries.includes(name) || withNotices.includes(name));
}

/** Moves the focus to the first text field. */
function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[data-part]:not([hidden]) .input')?.focus();
}

function titleOf(values: FormValues, formErrors: FieldError[]): string {
  if (formErrors.every(({ field }) => field.startsWith('consents.'))) {
    return formErrors.length === 1 ? 'Tick the box to go on' : 'Tick the boxes to go on';
  }
  return hasMissingValue(values, formErrors) ? REQUIRED_VALUES : 'There is a problem';
}
