import { useEffect } from 'react';
import { saveDraft } from '../backend/draft';
import { CookiesBlocked } from '../cookies/lazy-cookies-blocked';
import { SCREENER_ERROR } from '../messages/sign-up';
import { Loading } from '../parts/loading';
import { TryAgain } from '../parts/try-again';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { StepProps } from './enroll-props';
import { usePlaceChange } from './form-place';
import { LookupFailed } from './lookup-failed';
import { ParticipantForm } from './participant-form';
import { Prescreening } from './prescreening';
import { formOf } from './sign-up-draft';
import { currentStep, listOf, questionsStatus } from './sign-up-steps';
import { SignedUpHere } from './signed-up-here';
import { takeFocus } from './take-focus';
import { useFormErrors } from './use-form-errors';
import { useQuestions } from './use-questions';
import { PersonChoice, PersonNote } from './who-signs-up';

const NO_QUESTIONS = 'We couldn’t load the study’s questions. They come before the sign up.';

/** What the current step of a sign-up shows. */
export function CurrentStep(props: StepProps) {
  const { state, dispatch, onCookieCheck } = props;
  const { signUp, form } = state;
  const step = currentStep(state);
  if (state.lookup === 'failed') {
    return (
      <LookupFailed
        onRetry={() => dispatch({ type: 'look up' })}
        onNew={() => dispatch({ type: 'looked up', visit: {}, cookies: 'work' })}
      />
    );
  }
  if (step === 'cookies' && form.name === 'unopened') {
    return <CookiesBlocked onRetry={onCookieCheck} />;
  }
  if (step === 'signed up' && signUp) {
    return <SignedUpHere number={signUp.pt_id} onAnother={() => dispatch({ type: 'restart' })} />;
  }
  return <OpenStep {...props} key={state.restarts} />;
}

/**
 * The steps from the person to the notice. The form stays mounted once it is open, so that no input is lost.
 *
 * The first question is shown while the lookup runs, too, because most visitors began nothing before. The built page contains
 * it. The same buttons stay when the lookup is done, so that no press gets lost.
 */
function OpenStep(props: StepProps) {
  const { study, studyNumber, state, dispatch, onCookieCheck } = props;
  const { draft, person, questions, answers, questionsReason, form } = state;
  const errors = useFormErrors();
  const step = currentStep(state);
  const status = questionsStatus(state);
  const signsUpFor = person?.signsUpFor ?? 'self';
  const follows = person?.chosen === 'now';
  // Answers from before the person was chosen are about the visitor.
  const begun = follows && signsUpFor === 'someone_else' ? [] : (draft?.begun_answers ?? []);
  const isFormStep = step === 'details' || step === 'notice';
  const askAgain = () => dispatch({ type: 'place', form: 'questions' });
  const loadsQuestions = state.lookup === 'done' && questions === 'loading';
  useQuestions(study.study_sys_id ?? '', studyNumber, loadsQuestions, (questions) =>
    dispatch({ type: 'questions', questions }),
  );
  useStepBar(status === 'open' ? 'Self Assessment' : 'Sign Up');
  usePlaceChange(({ form }) => dispatch({ type: 'place', form }));

  // Once the form is open, it stores the choice with its draft.
  const choiceToSave = follows && state.lookup === 'done' && form.name === 'unopened' ? signsUpFor : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice is saved
  useEffect(() => {
    if (choiceToSave !== null) {
      const site = props.siteToKeep;
      const begun = { ...formOf(draft), ...(site !== null && { site }), signing_up_for: choiceToSave };
      saveDraft(studyNumber, { form: begun }).catch(() => {});
    }
  }, [choiceToSave]);

  const choose = (signsUpFor: SignsUpFor) => {
    dispatch({ type: 'person', signsUpFor });
    // Errors depend on the person to sign up.
    errors.clear();
  };

  const other = state.otherSignUp && <OtherSignUp number={state.otherSignUp.pt_id} />;
  if (person === null) {
    return (
      <>
        {other}
        <PersonChoice onChosen={choose} />
      </>
    );
  }
  if (step === 'lookup') {
    return <Loading title="Sign Up" />;
  }
  return (
    <>
      {other}
      {step === 'questions' && questions === 'loading' && <Loading title="Sign Up" />}
      {status === 'missing' && (
        <div tabIndex={-1} ref={questionsReason ? takeFocus : undefined}>
          <TryAgain
            message={questionsReason ? `${SCREENER_ERROR} ${NO_QUESTIONS}` : NO_QUESTIONS}
            onRetry={() => dispatch({ type: 'questions', questions: 'loading' })}
          />
        </div>
      )}
      {step === 'questions' && questions !== 'loading' && (
        <Prescreening
          questions={listOf(questions)}
          studyNumber={studyNumber}
          reason={questionsReason ?? 'first'}
          signsUpFor={signsUpFor}
          follows={follows}
          surveyQuestions={props.survey_questions ?? []}
          begun={answers?.list ?? begun}
          onAnswered={(answers) => dispatch({ type: 'answers changed', answers })}
          onPassed={(list, remark) => dispatch({ type: 'passed', list, remark })}
          onSignUpOther={() => choose('someone_else')}
        />
      )}
      {step === 'cookies' && <CookiesBlocked isMidway onRetry={onCookieCheck} />}
      {form.name !== 'unopened' && (
        <div hidden={!isFormStep}>
          {answers?.passed === 'before' && <AnsweredBefore onAgain={askAgain} />}
          <ParticipantForm
            {...props}
            signsUpFor={signsUpFor}
            errors={errors}
            isShown={isFormStep}
            follows={isFormStep && (answers !== null || follows)}
            onQuestionsAgain={askAgain}
            onSignUpOther={() => choose('someone_else')}
          />
        </div>
      )}
      {step !== 'notice' && <PersonNote signsUpFor={signsUpFor} onChange={choose} />}
    </>
  );
}

function OtherSignUp({ number }: { number: string }) {
  return (
    <p className="note">
      Someone already signed up for this study in this browser.{' '}
      <a href={`/thankyou/${encodeURIComponent(number)}`}>Show that sign up</a>.
    </p>
  );
}

function AnsweredBefore({ onAgain }: { onAgain: () => void }) {
  return (
    <p className="note">
      You answered the study’s questions before, and they may fit.{' '}
      <button className="button button--quiet button--small" type="button" onClick={onAgain}>
        Answer Them Again
      </button>
    </p>
  );
}

/** Marks the current step in the page's step bar. */
function useStepBar(current: string): void {
  useEffect(() => {
    for (const step of document.querySelectorAll('[data-progress] > li')) {
      if (step.textContent?.trim() === current) {
        step.setAttribute('aria-current', 'step');
      } else {
        step.removeAttribute('aria-current');
      }
    }
  }, [current]);
}
