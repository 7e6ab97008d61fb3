import type { Answer } from '../wire/Answer';
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

/** Stores the answers of a survey to the study's own questions in the draft, so that the sign-up doesn't repeat them. */
export async function saveStudyAnswers(studyNumber: string, begun_answers: Answer[]): Promise<void> {
  await call({
    path: '/backend/draft',
    body: { study_number: studyNumber, begun_answers },
    read: anything,
    limit: LIMIT,
  });
}
