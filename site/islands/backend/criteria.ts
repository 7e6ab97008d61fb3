import type { SurveyAnswer } from '../wire/SurveyAnswer';
import { anything, call } from './call';

/** The time limit, in milliseconds. It is short, because the next step waits for this call. */
const LIMIT = 4_000;

/** Stores the answers to a study's survey on the server until the sign-up. */
export async function saveCriteria(studyNumber: string, criteria: SurveyAnswer[]): Promise<void> {
  await call({
    path: '/backend/criteria',
    body: { study_number: studyNumber, criteria },
    read: anything,
    limit: LIMIT,
  });
}
