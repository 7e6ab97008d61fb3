import { type ReactNode, useState } from 'react';
import { plainSentence } from '../backend/backend-error';
import { connectTo } from '../backend/records';
import { takeFocus } from '../enroll/take-focus';
import { StepTitle } from '../parts/step-title';
import type { HealthSystemCard } from '../wire/HealthSystemCard';
import { BeforeYouConnect } from './before-you-connect';
import { NoStudy } from './no-study';
import type { Said } from './records-phase';
import { SystemSearch } from './system-search';
import { useStudyObstacle } from './use-study-obstacle';

/** For which study records are read, who shares them, and what led here. */
export type ChooseSystemProps = {
  studyNumber: string | null;
  participant: string | null;
  said: Said | null;
};

/** The health systems that can be connected; the button of each leads to its own site, in the same tab. */
export function ChooseSystem({ studyNumber, participant, said }: ChooseSystemProps) {
  const obstacle = useStudyObstacle(studyNumber);
  const whatLedHere =
    said &&
    (said.isProblem ? (
      <Problem>
        {said.sentence}
        {said.hasRecords && (
          <>
            {' '}
            <a href="/medical-records">See Whose They Are</a>
          </>
        )}
      </Problem>
    ) : (
      <p className="note" role="status">
        {said.sentence}
      </p>
    ));
  return (
    <section className="form records">
      {obstacle === null && studyNumber !== null ? (
        <ForStudy studyNumber={studyNumber} participant={participant}>
          {whatLedHere}
        </ForStudy>
      ) : (
        <NoStudy why={obstacle ?? 'unnamed'}>{whatLedHere}</NoStudy>
      )}
    </section>
  );
}

type ForStudyProps = { studyNumber: string; participant: string | null; children: ReactNode };

/** What did not work stands above the list, where somebody begins again. */
function ForStudy({ studyNumber, participant, children }: ForStudyProps) {
  const [isConnecting, setIsConnecting] = useState(false);
  /** Why the last system could not be connected; nothing before one was chosen. */
  const [problem, setProblem] = useState<string | null>();

  const connect = async ({ id }: HealthSystemCard) => {
    if (isConnecting) {
      return;
    }
    setIsConnecting(true);
    setProblem((earlier) => (earlier === undefined ? earlier : null));
    try {
      location.assign(await connectTo(id, studyNumber));
    } catch (error) {
      setProblem(plainSentence(error));
      setIsConnecting(false);
    }
  };

  return (
    <>
      <StepTitle takesFocus>Choose Your Health System</StepTitle>
      {problem === undefined ? children : problem !== null && <Problem takesFocus>{problem}</Problem>}
      <BeforeYouConnect />
      <SystemSearch
        studyNumber={studyNumber}
        participant={participant}
        isConnecting={isConnecting}
        onChoose={connect}
      />
      <p role="status">{isConnecting && 'One moment. We take you to the site of your health system …'}</p>
    </>
  );
}

/** The list may be screens below on a phone, so whoever stands there is brought to the sentence. */
function Problem({ takesFocus = false, children }: { takesFocus?: boolean; children: ReactNode }) {
  return (
    <p className="note note--problem" role="alert" tabIndex={-1} ref={takesFocus ? takeFocus : null}>
      {children}
    </p>
  );
}
