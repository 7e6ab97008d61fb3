import { useEffect, useState } from 'react';
import { lookUp } from '../look-up';

/** Why records can't be shared for a study: nobody says which, its number is nobody's, or it takes nobody any more. */
export type StudyObstacle = 'unnamed' | 'unknown' | { closed: string };

/** What is in the way at the study of this number; nothing while that is being asked, or when nobody answers. */
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
        // Whoever chooses a system is told by the server then.
        () => {},
      );
    }
    return () => call.abort();
  }, [studyNumber]);
  return studyNumber === null ? 'unnamed' : obstacle;
}
