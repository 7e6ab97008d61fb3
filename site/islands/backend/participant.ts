import * as v from 'valibot';
import type { SignUpForm } from '../wire/SignUpForm';
import type { TrueOrFalse } from '../wire/TrueOrFalse';
import { BackendError } from './backend-error';
import { anything, call } from './call';
import { forgetSentForm, rememberSentForm } from './sent-form';
import { shapeReader } from './shape';

const createdShape = v.object({
  data: v.object({ pt_id: v.string(), pt_sys_id: v.string() }),
  chat: v.nullish(v.object({ account_sid: v.string(), flex_flow_id: v.string() })),
});

/** A new participant, and the study's chat if it has one. */
export type Created = v.InferOutput<typeof createdShape>;

/** A participant's ids. */
export type CreatedParticipant = Created['data'];

/** Signs a person up. Repeating the same key with the same form never creates a second participant. */
export async function createParticipant(form: SignUpForm, idempotencyKey: string): Promise<Created> {
  rememberSentForm(idempotencyKey);
  try {
    const created = await call({
      path: '/backend/participant',
      body: form,
      headers: { 'Idempotency-Key': idempotencyKey },
      read: shapeReader(createdShape),
    });
    forgetSentForm();
    return created;
  } catch (error) {
    // A server that failed may still have signed the person up.
    if (error instanceof BackendError && error.isRefusal) {
      forgetSentForm();
    }
    throw error;
  }
}

/** A pre-screening answer for a participant's record. */
export type SubmittedAnswer = { answer: TrueOrFalse; sys_id: string; order: string; participant_id: string };

/** Stores the pre-screening answers of a participant. */
export async function submitAnswers(answers: SubmittedAnswer[]): Promise<void> {
  await call({ path: '/backend/submit', body: answers, read: anything });
}

/** Records that a participant accepted this version of the privacy notice. */
export async function acknowledge(sysId: string, studyNumber: string, noticeVersion: string): Promise<void> {
  await call({
    path: '/backend/acknowledge',
    body: { sysId, acknowledged: 'true', study_number: studyNumber, notice_version: noticeVersion },
    read: anything,
  });
}
