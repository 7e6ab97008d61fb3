import type { SurveyAnswer } from '../wire/SurveyAnswer';
import { anything, call } from './call';

/** Going on must not wait long for it, in milliseconds. */
const LIMIT = 4_000;

/** Keeps what was chosen in a study's survey, on the server, until the sign-up. */
export async function keepCriteria(studyNumber: string, criteria: SurveyAnswer[]): Promise<void> {
  await call({
    path: '/backend/criteria',
    body: { study_number: studyNumber, criteria },
    read: anything,
    limit: LIMIT,
  });
}
