import { useEffect, useState } from 'react';
import { WithCookies } from '../cookies/with-cookies';
import { SIGN_UP_UNKNOWN } from '../messages/records';
import { StepTitle } from '../parts/step-title';
import { TryAgain } from '../parts/try-again';
import type { RecordsConnection } from '../wire/RecordsConnection';
import { ChooseSystem } from './choose-system';
import { FourSteps } from './four-steps';
import { GROUP_NAMES } from './missing-records';
import { NoRecords } from './no-records';
import { hasRecords, type RecordsPhase, stepOf } from './records-phase';
import { ReviewRecords } from './review-records';
import { Shared } from './shared';
import { TakeBack } from './take-back';
import { type KnownSignUp, type Records, useRecords } from './use-records';

/** The token of an email link that takes shared records back. */
export type MedicalRecordsProps = { takeBack?: string | null };

const LOADING: RecordsPhase = { name: 'loading', isAgain: false };

/** Choosing a health system, reviewing its records, and sharing them with a study team. */
export function MedicalRecords({ takeBack = null }: MedicalRecordsProps) {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(takeBack), [takeBack]);
  if (token !== null) {
    return <TakeBack token={token} />;
  }
  // The server renders the page without a link's token, so hydration starts with the same markup.
  return takeBack === null ? <Sharing /> : <NotHydrated />;
}

function NotHydrated() {
  return (
    <>
      <FourSteps current={stepOf(LOADING)} isSignedUp={false} />
      <Reading isAgain={false} />
    </>
  );
}

function Sharing() {
  const records = useRecords();
  const { phase, signUp } = records;
  return (
    <>
      <FourSteps current={stepOf(phase)} isSignedUp={numberOf(signUp) !== null} />
      <Phase {...records} />
    </>
  );
}

function Phase({ phase, signUp, begunStudy, studyNumber, load, show, selectionSync }: Records) {
  const choose = () => show({ name: 'systems', notice: null });
  switch (phase.name) {
    case 'loading':
      return <Reading isAgain={phase.isAgain} />;
    case 'systems':
      return signUp === 'unknown' && studyNumber === null ? (
        <TryAgain title="Medical Records" message={SIGN_UP_UNKNOWN} onRetry={load} />
      ) : (
        <WithCookies>
          <ChooseSystem studyNumber={studyNumber} participant={numberOf(signUp)} notice={phase.notice} />
        </WithCookies>
      );
    case 'failed':
      return (
        <NoRecords
          message={phase.message}
          onRetry={phase.isOver ? null : load}
          onChoose={choose}
          studyNumber={studyNumber}
        />
      );
    case 'shared':
      return <Shared participant={phase.participant} />;
    case 'loaded':
      return hasRecords(phase.records, phase.further) ? (
        <ReviewRecords
          records={phase.records}
          further={phase.further}
          connection={phase.connection}
          signUp={signUpFor(phase.connection.study_number, signUp)}
          isAnotherBegun={begunStudy === phase.connection.study_number}
          load={load}
          show={show}
          selectionSync={selectionSync}
        />
      ) : (
        <NoRecords
          message={noRecordsMessage(phase.connection)}
          onRetry={load}
          onChoose={choose}
          studyNumber={phase.connection.study_number}
        />
      );
  }
}

function numberOf(signUp: KnownSignUp): string | null {
  return signUp === null || signUp === 'unknown' ? null : signUp.pt_id;
}

/** A participant of another study must sign up for this one, too. */
function signUpFor(study: string, signUp: KnownSignUp): KnownSignUp {
  return signUp === 'unknown' || signUp?.study_number === study ? signUp : null;
}

function noRecordsMessage({ system, missing }: RecordsConnection): string {
  return `We found none at ${system}.${missing.length > 0 ? ` It did not give us your ${missing.map(({ group }) => GROUP_NAMES[group]).join(', ')}.` : ''}`;
}

function Reading({ isAgain }: { isAgain: boolean }) {
  return (
    <section className="form">
      <StepTitle takesFocus={isAgain}>Medical Records</StepTitle>
      <p className="loading" role="status">
        <img className="loading__pictures" src="/loading.svg" width="72" height="72" alt="" />
        <span>
          Reading your records …
          <br />
          This can take up to half a minute. You can leave this page open and wait.
        </span>
      </p>
    </section>
  );
}
