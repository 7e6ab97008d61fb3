import { useEffect, useState } from 'react';
import { lookUp } from '../look-up';

/** Why records can't be shared: no study is named, it is unknown, or it doesn't accept sign-ups. */
export type StudyObstacle = 'unnamed' | 'unknown' | { closed: string };

/** Checks the study of this number. Returns null while loading, after a failure, or without an obstacle. */
export function useStudyObstacle(studyNumber: string | null): StudyObstacle | null {
  const [obstacle, setObstacle] = useState<StudyObstacle | null>(null);
  useEffect(() => {
    const call = new AbortController();
    if (studyNumber !== null) {
      lookUp(studyNumber, call.signal).then(
        (study) => {
          if (study?.partner !== 'patientrials') {
            setObstacle('unknown');
          } else if (study.sign_up === null) {
            setObstacle({ closed: study.title });
          }
        },
        // The server checks the study again when a system is chosen.
        () => {},
      );
    }
    return () => call.abort();
  }, [studyNumber]);
  return studyNumber === null ? 'unnamed' : obstacle;
}
