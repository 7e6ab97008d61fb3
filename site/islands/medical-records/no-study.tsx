import type { ReactNode } from 'react';
import { RECRUITMENT_COMPLETED, STUDY_NOT_FOUND } from '../messages/study';
import { StepTitle } from '../parts/step-title';
import type { StudyObstacle } from './use-study-obstacle';

/** Shown when there is no study to share records with. `children` appear above the explanation. */
export function NoStudy({ why, children }: { why: StudyObstacle; children: ReactNode }) {
  return (
    <>
      <StepTitle takesFocus>{titleFor(why)}</StepTitle>
      {children}
      {why === 'unnamed' && (
        <>
          <p>
            You share records with the team of a study, so we need to know which one. Find a study, start to
            sign up, and choose “Connect My EMR” there.
          </p>
          <p>
            Did you sign up before? This page knows it for two hours, in the same browser. After that,{' '}
            <a href="/contact">ask us</a>.
          </p>
        </>
      )}
      {why === 'unknown' && (
        <p>
          The study may have moved, or the address may have a typing mistake. You can search for it by
          condition.
        </p>
      )}
      {typeof why === 'object' && <p className="note note--closed">{RECRUITMENT_COMPLETED}</p>}
      <p>
        <a className="button" href="/#find_trial">
          Find Trials
        </a>
      </p>
    </>
  );
}

function titleFor(why: StudyObstacle): string {
  switch (why) {
    case 'unnamed':
      return 'Find a Study First';
    case 'unknown':
      return STUDY_NOT_FOUND;
    default:
      return why.closed;
  }
}
