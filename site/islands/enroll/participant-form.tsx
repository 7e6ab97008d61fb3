import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { AddressCheck } from '../email/address-check';
import { INVALID_EMAIL, REQUIRED_VALUES } from '../messages/sign-up';
import { ErrorSummary } from '../parts/error-summary';
import { StepTitle } from '../parts/step-title';
import { lastSearch } from '../search-memory';
import type { BegunForm } from '../wire/BegunForm';
import type { FieldError } from '../wire/FieldError';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SiteView } from '../wire/SiteView';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { CaptchaField } from './captcha-field';
import { ClearForm } from './clear-form';
import { ConsentBoxes, missingConsent, startingConsent } from './consent-boxes';
import { FieldErrors } from './field-errors';
import { targetOf } from './field-ids';
import { hasMissingValue, isEmail, validateForm } from './form-check';
import { FormPart, PartsOfForm } from './form-part';
import { AboutYou, HowToReachYou, useTypedAge, WhereYouLive, YourHealth } from './form-parts';
import { type FormRules, Rules } from './form-rules';
import { type FormValues, readForm } from './form-values';
import { ResumeButton } from './go-on-where-left';
import { partOf, partWhereChecked, showField, showPartOfLink, sortByField } from './part-of-field';
import { PrivacyDialog } from './privacy-dialog';
import { OtherWays, RegisterOptions } from './register-options';
import type { AnsweredQuestion, SignUpProps } from './sign-up';
import { signUpFormOf } from './sign-up-form';
import { SiteBesideButton, type SiteChoice } from './site-choice-field';
import { UnacceptedNotice } from './unaccepted-notice';
import { useCaptcha } from './use-captcha';
import { useCreation } from './use-creation';
import { useFormErrors } from './use-form-errors';
import { useDraftForm } from './use-kept-form';
import { useSteps } from './use-steps';
import { SignsUpForContext } from './whom';

/** The study, its site, and everything that was entered before. */
export type ParticipantFormProps = SignUpProps & {
  /** The chosen site, if the study has sites. */
  site: SiteView | null;
  /** The sites to choose from. */
  choice: SiteChoice;
  /** The key of a site from the address. Stored with the draft, for a visit without it in the address. */
  siteToKeep: string | null;
  answers: AnsweredQuestion[];
  /** Whether the form is shown instead of the questions. */
  isShown: boolean;
  /** Whether the form follows the questions and takes the focus from them. */
  follows: boolean;
  /** Called when sending starts, and when the form can be edited again. */
  onSigning: (isSigning: boolean) => void;
  /** The form of the draft. */
  draftForm: BegunForm | null;
  /** Whether some of it was filled in from medical records. */
  fromRecords: boolean;
  /** The documents that were uploaded before. */
  documents: UploadedDocument[];
  /** Whether an uploaded document no longer exists. */
  documentIsGone: boolean;
  /** A sign-up of this browser whose privacy notice is not accepted yet. */
  begun: { pt_id: string } | null;
  /** Starts a sign-up of another person. */
  onAnother: () => void;
  /** Called when the server still needs answers to the study's questions. */
  onQuestionsOpen: () => unknown;
  /** The person to sign up. */
  signsUpFor: SignsUpFor;
  /** The server's remark on answers that passed. */
  remark: string | null;
  /** Called when the visitor wants to answer the study's questions again. */
  onQuestionsAgain: () => void;
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
    answers,
    begun,
    countries,
    default_country,
    consent,
    races,
    rules,
    signsUpFor,
  } = props;
  const errors = useFormErrors();
  const { isShown, onSigning } = props;
  const steps = useSteps({ form: 'details', count: PARTS, isShown, resumes: props.draftForm !== null });
  const captcha = useCaptcha('sign_up');
  const [ticked, setTicked] = useState(() => startingConsent(consent.boxes));
  const [documents, setDocuments] = useState(props.documents);
  const draft = useDraftForm(studyNumber, props.draftForm, props.siteToKeep);
  const [years, readAge] = useTypedAge(draft.ref, draft.round);
  const [agesDiffer, setAgesDiffer] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [checkedFor, setCheckedFor] = useState(signsUpFor);
  // Errors depend on the person to sign up.
  if (checkedFor !== signsUpFor) {
    setCheckedFor(signsUpFor);
    setAgesDiffer(false);
    errors.clear();
  }
  const creation = useCreation({
    study: props.study,
    studyNumber,
    noticeVersion: consent.notice.version,
    answers,
    begun,
    errors,
    onRefused: draft.resume,
    renewCaptcha: captcha.renew,
    onQuestionsOpen: props.onQuestionsOpen,
    onAgesDiffer: () => setAgesDiffer(true),
    onDocumentMissing: () => setDocuments([]),
  });
  const { phase } = creation;
  const isSigning = phase.name !== 'filling';
  useEffect(() => onSigning(isSigning), [onSigning, isSigning]);
  const clear = () => {
    draft.clear();
    steps.show(0);
  };
  const change = () => {
    creation.change();
    steps.show(0);
  };
  const lastCountry = lastSearch().country;
  const untickedBoxes = missingConsent(consent.boxes, ticked);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSigning || isChecking) {
      return;
    }
    const form = event.currentTarget;
    const values = readForm(form);
    const formErrors = [...validateForm(values, captcha.response, rules), ...untickedBoxes];
    if (!steps.isLast || formErrors.length > 0) {
      setIsChecking(true);
      const allErrors = sortByField(form, [...formErrors, ...(await draft.check())]);
      setIsChecking(false);
      showOrGoOn(form, values, allErrors);
      return;
    }
    errors.clear();
    setAgesDiffer(false);
    creation.create(
      signUpFormOf({
        values,
        study,
        studyNumber,
        site: props.site,
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
    <FormSurroundings errors={errors.beside} rules={rules} signsUpFor={signsUpFor}>
      {phase.name === 'unaccepted' && (
        <UnacceptedNotice
          message={phase.message}
          onRead={creation.readNotice}
          onChange={begun === null ? change : null}
          onAnother={props.onAnother}
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
        {(agesDiffer || props.remark !== null) && (
          <p className="note note--problem">
            {!agesDiffer && props.remark} Is the date of birth right? Then change the answer about age.{' '}
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
            {props.fromRecords
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
          <AboutYou years={years} />
          <div hidden={(steps.alone ?? 0) > 0}>
            <RegisterOptions
              options={props.register_options}
              studyNumber={studyNumber}
              studySysId={study.study_sys_id}
              documents={documents}
              isGone={props.documentIsGone}
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
            countries={countries}
            defaultCountry={
              draft.restored?.country ?? (countries.includes(lastCountry) ? lastCountry : default_country)
            }
          />
          <YourHealth races={races} asksPatientId={study.show_patient_id} years={years} />
          <FormPart title="Your Consent" number={4}>
            {signsUpFor === 'someone_else' && (
              <p>
                You agree for the person you are signing up. Do this only if you may decide about their health
                care.
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
            <AddressCheck form={draft.ref} onChange={() => showField(draft.ref.current, 'email', steps)} />
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
            Only the study team and those named in the privacy notice get your details. We keep what you type
            for a day, so you can go on later in this browser.
          </p>
          {draft.saveFailed && (
            <p className="field__hint" role="status">
              We could not keep what you typed. It is still here: leave this page open until you are done.
            </p>
          )}
          {draft.isSaved && draft.restored === null && !draft.clearFailed && <ClearForm onClear={clear} />}
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
    </FormSurroundings>
  );
}

/** The context of the form's fields. */
function FormSurroundings({
  errors,
  rules,
  signsUpFor,
  children,
}: {
  errors: Record<string, string>;
  rules: FormRules;
  signsUpFor: SignsUpFor;
  children: ReactNode;
}) {
  return (
    <SignsUpForContext value={signsUpFor}>
      <Rules value={rules}>
        <FieldErrors value={errors}>{children}</FieldErrors>
      </Rules>
    </SignsUpForContext>
  );
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
          You can complete your sign up once you tick the box that is marked required.
        </p>
      )}
    </>
  );
}

/** Moves the focus to the first text field. */
function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[data-part]:not([hidden]) .input')?.focus();
}

function titleOf(values: FormValues, formErrors: FieldError[]): string {
  if (formErrors.every(({ field }) => field.startsWith('consents.'))) {
    return 'Tick the box to go on';
  }
  return hasMissingValue(values, formErrors) ? REQUIRED_VALUES : 'There is a problem';
}
