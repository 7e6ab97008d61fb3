import { type ReactNode, useState } from 'react';
import { plainSentence } from '../backend/backend-error';
import { connectTo } from '../backend/records';
import { takeFocus } from '../enroll/take-focus';
import { StepTitle } from '../parts/step-title';
import type { HealthSystemCard } from '../wire/HealthSystemCard';
import { BeforeYouConnect } from './before-you-connect';
import { NoStudy } from './no-study';
import type { ListMessage } from './records-phase';
import { SystemSearch } from './system-search';
import { useStudyObstacle } from './use-study-obstacle';

/** The study, the participant who shares records, and the message above the list. */
export type ChooseSystemProps = {
  studyNumber: string | null;
  participant: string | null;
  notice: ListMessage | null;
};

/** The health systems that can be connected. The button of each opens its own site in the same tab. */
export function ChooseSystem({ studyNumber, participant, notice }: ChooseSystemProps) {
  const obstacle = useStudyObstacle(studyNumber);
  const message =
    notice &&
    (notice.isProblem ? (
      <Problem>
        {notice.sentence}
        {notice.hasRecords && (
          <>
            {' '}
            <a href="/medical-records">See Whose They Are</a>
          </>
        )}
      </Problem>
    ) : (
      <p className="note" role="status">
        {notice.sentence}
      </p>
    ));
  return (
    <section className="form records">
      {obstacle === null && studyNumber !== null ? (
        <ForStudy studyNumber={studyNumber} participant={participant}>
          {message}
        </ForStudy>
      ) : (
        <NoStudy why={obstacle ?? 'unnamed'}>{message}</NoStudy>
      )}
    </section>
  );
}

type ForStudyProps = { studyNumber: string; participant: string | null; children: ReactNode };

/** The search for health systems, below the last problem. */
function ForStudy({ studyNumber, participant, children }: ForStudyProps) {
  const [isConnecting, setIsConnecting] = useState(false);
  /** Why the last connection failed; undefined before the first attempt. */
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

/** On a phone, the problem may be screens above the pressed button, so it can take the focus. */
function Problem({ takesFocus = false, children }: { takesFocus?: boolean; children: ReactNode }) {
  return (
    <p className="note note--problem" role="alert" tabIndex={-1} ref={takesFocus ? takeFocus : null}>
      {children}
    </p>
  );
}
