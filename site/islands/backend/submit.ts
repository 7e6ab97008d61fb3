import type { TrueOrFalse } from '../wire/TrueOrFalse';
import { anything, call } from './call';

/** A pre-screening answer for a participant's record. */
export type SubmittedAnswer = { answer: TrueOrFalse; sys_id: string; order: string; participant_id: string };

/** Stores the pre-screening answers of a participant. */
export async function submitAnswers(answers: SubmittedAnswer[]): Promise<void> {
  await call({ path: '/backend/submit', body: answers, read: anything });
}
