import { useRef, useState } from 'react';
import { cookiesWork } from '../backend/cookies';
import { saveDraft } from '../backend/draft';
import type { SignUp as EarlierSignUp } from '../backend/sign-up';
import { CookiesBlocked } from '../cookies/lazy-cookies-blocked';
import { SCREENER_ERROR } from '../messages/sign-up';
import { Loading } from '../parts/loading';
import { TryAgain } from '../parts/try-again';
import { placeOf } from '../study/places';
import { namesAnotherPlace, namesPlace, siteOfAddress } from '../study/site-of-address';
import { useAddress } from '../use-address';
import type { Answer } from '../wire/Answer';
import type { AskedQuestion } from '../wire/AskedQuestion';
import type { BegunForm } from '../wire/BegunForm';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SiteView } from '../wire/SiteView';
import type { StudyPage } from '../wire/StudyPage';
import type { UploadedDocument } from '../wire/UploadedDocument';
import type { EnrollProps } from './enroll';
import { EnrollingAt } from './enrolling-at';
import { usePlaceChange } from './form-place';
import { ParticipantForm } from './participant-form';
import { Prescreening, type QuestionsReason } from './prescreening';
import { SignedUpHere } from './signed-up-here';
import { type SiteChoice, SiteChoiceField } from './site-choice-field';
import { takeFocus } from './take-focus';
import { useEarlierSignUp } from './use-earlier-sign-up';
import { isChanged } from './use-kept-answers';
import { useQuestions } from './use-questions';
import { useStepBar } from './use-step-bar';
import { PersonChoice, PersonNote } from './who-signs-up';

const DEFAULT_STUDY = 'STU01009';
const NO_QUESTIONS = 'We couldn’t load the study’s questions. They come before the sign up.';

/** The props for a study that accepts sign-ups. */
export type SignUpProps = EnrollProps & { study: StudyPage; studyNumber: string };

/** An answer with the order of its question, for the participant's record. */
export type AnsweredQuestion = Answer & { order: string };

/** Shows an earlier sign-up of this browser, or else pre-screening and then the participant's details. */
export function SignUp(props: SignUpProps) {
  const { study, studyNumber, default_study = DEFAULT_STUDY } = props;
  const [earlier, forgetEarlier] = useEarlierSignUp(studyNumber);
  const [round, setRound] = useState(0);
  const standsAlone = studyNumber === default_study;
  const query = useAddress()?.query ?? null;
  const draftSite = typeof earlier === 'string' ? null : earlier.site;
  const placeQuery =
    namesPlace(query) || draftSite === null ? query : new URLSearchParams({ site: draftSite });
  const sites = study.sites.filter((candidate) => candidate.takes_sign_ups);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = sites.find((candidate) => candidate.key === chosenKey) ?? null;
  const siteInAddress = siteOfAddress(placeQuery, study.sites);
  const site = chosen ?? siteInAddress;
  const isAnotherPlace = chosen === null && namesAnotherPlace(placeQuery, siteInAddress);
  const isOwnChoice = chosen !== null || (namesPlace(placeQuery) && !isAnotherPlace);
  const choice = { sites, site, isOwnChoice, onChoose: setChosenKey };
  const goOnWithCookies = async () => {
    const works = await cookiesWork();
    if (works) {
      forgetEarlier();
    }
    return works;
  };
  const startOver = () => {
    forgetEarlier();
    setRound(round + 1);
  };
  return (
    <div className={standsAlone ? 'enroll enroll--wide' : 'enroll'}>
      <div className="enroll__steps">
        <p className={standsAlone ? 'enroll__study' : 'enroll__study enroll__study--beside'}>
          Sign up for: {study.title}
          {site && ` (${placeOf(site) || site.site_name})`}
        </p>
        {isAnotherPlace && (
          <p className="note">
            You cannot sign up at the place that you chose. You are signing up for the site that is named
            above. <a href={`/study/${studyNumber}`}>See all sites of this study</a>.
          </p>
        )}
        {earlier === 'loading' && <Loading title="Sign Up" />}
        {earlier === 'no cookies' && <CookiesBlocked onRetry={goOnWithCookies} />}
        {typeof earlier !== 'string' &&
          (earlier.signUp?.acknowledged ? (
            <SignedUpHere number={earlier.signUp.pt_id} onAnother={forgetEarlier} />
          ) : (
            <Steps
              {...props}
              key={round}
              site={site}
              choice={choice}
              siteToKeep={isOwnChoice || namesPlace(placeQuery) ? (site?.key ?? null) : null}
              onAnother={startOver}
              begun={earlier.signUp}
              passedAnswers={earlier.answers}
              begunAnswers={earlier.begunAnswers}
              draftForm={earlier.form}
              signsUpForBefore={earlier.signsUpFor}
              fromRecords={earlier.fromRecords}
              documents={earlier.documents}
              documentIsGone={earlier.documentIsGone}
            />
          ))}
      </div>
      {standsAlone ? (
        <SiteChoiceField {...choice} />
      ) : (
        <EnrollingAt study={study} site={site} choice={choice} />
      )}
    </div>
  );
}

type StepsProps = SignUpProps & {
  site: SiteView | null;
  choice: SiteChoice;
  siteToKeep: string | null;
  onAnother: () => void;
  begun: EarlierSignUp | null;
  /** Answers that passed in an earlier visit. */
  passedAnswers: Answer[] | null;
  /** Answers of the draft that were not checked. */
  begunAnswers: Answer[];
  /** The form of the draft. */
  draftForm: BegunForm | null;
  /** The person to sign up, from the draft. */
  signsUpForBefore: SignsUpFor | null;
  /** Whether some of the form was filled in from medical records. */
  fromRecords: boolean;
  /** The documents that were uploaded before. */
  documents: UploadedDocument[];
  /** Whether an uploaded document no longer exists. */
  documentIsGone: boolean;
};

/** The steps of a sign-up. The form stays mounted while questions are asked again, so that no input is lost. */
function Steps(props: StepsProps) {
  const { study, studyNumber, begun, passedAnswers } = props;
  const questions = useQuestions(study.study_sys_id ?? '', studyNumber);
  const [chosen, setChosen] = useState(props.signsUpForBefore);
  const [follows, setFollows] = useState(false);
  const [remark, setRemark] = useState<string | null>(null);
  const [answers, setAnswers] = useState<Answer[] | null>(passedAnswers);
  const [reason, setReason] = useState<QuestionsReason>('first');
  const [asksAgain, setAsksAgain] = useState(false);
  const [isSigning, setIsSigning] = useState(false);
  const [formShown, setFormShown] = useState(false);
  const [isBlocked, setIsBlocked] = useState(false);
  const hasChanged = useRef(false);
  const loading = questions.state === 'loading';
  const isOpen = questions.list.length > 0 && (answers === null || asksAgain);
  const signsUpFor = chosen ?? 'self';
  const asksForPerson = begun === null && chosen === null;
  const showsQuestions = begun === null && (loading || isOpen);
  const cannotAsk = questions.state === 'failed' || (asksAgain && !loading && questions.list.length === 0);
  useStepBar(showsQuestions ? 'Self Assessment' : 'Sign Up');
  if (!showsQuestions && !asksForPerson && !formShown) {
    setFormShown(true);
  }

  const choose = (signsUpFor: SignsUpFor) => {
    setChosen(signsUpFor);
    setFollows(true);
    // From then on, the form stores the choice with its draft.
    if (!formShown) {
      const site = props.siteToKeep;
      const form = { ...props.draftForm, ...(site !== null && { site }), signing_up_for: signsUpFor };
      saveDraft(studyNumber, { form }).catch(() => {});
    }
  };

  const ask = (reason: QuestionsReason) => {
    setReason(reason);
    setAsksAgain(true);
  };
  const askAgainWithCookies = async () => {
    const works = await cookiesWork();
    setIsBlocked(!works);
    // Don't ask again if the answers can't be stored.
    if (works) {
      ask(answers === null ? 'needed' : 'forgotten');
      questions.reload();
    }
    return works;
  };
  const pass = (newAnswers: Answer[], remark: string | null) => {
    setRemark(remark);
    hasChanged.current = false;
    setAnswers(newAnswers);
    setAsksAgain(false);
  };
  // A form that is being sent already has its answers.
  usePlaceChange(({ form }) => {
    if (form === 'details') {
      // Send the form only with the latest answers.
      if (hasChanged.current) {
        setReason('changed');
      } else {
        setAsksAgain(false);
      }
    } else if (!isSigning) {
      ask('again');
    }
  });

  if (asksForPerson) {
    return <PersonChoice onChosen={choose} />;
  }
  return (
    <>
      {showsQuestions && loading && <Loading title="Sign Up" />}
      {begun === null && cannotAsk && (
        <div tabIndex={-1} ref={asksAgain ? takeFocus : undefined}>
          <TryAgain
            message={asksAgain ? `${SCREENER_ERROR} ${NO_QUESTIONS}` : NO_QUESTIONS}
            onRetry={questions.reload}
          />
        </div>
      )}
      {showsQuestions && !loading && (
        <Prescreening
          questions={questions.list}
          studyNumber={studyNumber}
          reason={reason}
          signsUpFor={signsUpFor}
          follows={follows}
          begun={answers ?? props.begunAnswers}
          onAnswered={(newAnswers) => {
            hasChanged.current = isChanged(newAnswers, answers ?? []);
          }}
          onPassed={pass}
        />
      )}
      {isBlocked && <CookiesBlocked isMidway onRetry={askAgainWithCookies} />}
      {formShown && (
        <div hidden={showsQuestions || isBlocked}>
          {answers !== null && answers === passedAnswers && <AnsweredBefore onAgain={() => ask('again')} />}
          <ParticipantForm
            {...props}
            begun={begun}
            answers={withOrder(answers ?? [], questions.list)}
            signsUpFor={signsUpFor}
            remark={remark}
            onQuestionsAgain={() => ask('again')}
            isShown={!showsQuestions && !isBlocked}
            follows={!showsQuestions && !isBlocked && (answers !== null || follows)}
            onSigning={setIsSigning}
            onQuestionsOpen={askAgainWithCookies}
          />
        </div>
      )}
      {begun === null && !isSigning && <PersonNote signsUpFor={signsUpFor} onChange={choose} />}
    </>
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

function withOrder(answers: Answer[], questions: AskedQuestion[]): AnsweredQuestion[] {
  return answers.map((answer) => ({
    ...answer,
    order: questions.find(({ sys_id }) => sys_id === answer.sys_id)?.order ?? '',
  }));
}
