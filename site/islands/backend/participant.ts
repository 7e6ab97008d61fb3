import * as v from 'valibot';
import type { SignUpForm } from '../wire/SignUpForm';
import { BackendError } from './backend-error';
import { call } from './call';
import { forgetSentForm, rememberSentForm } from './sent-form';
import { shaped } from './shape';

const createdShape = v.object({
  data: v.object({ pt_id: v.string(), pt_sys_id: v.string() }),
  chat: v.nullish(v.object({ account_sid: v.string(), flex_flow_id: v.string() })),
});

/** A participant as the server has made it, and the chat of the study, if it has one. */
export type Created = v.InferOutput<typeof createdShape>;

/** A participant's ids. */
export type CreatedParticipant = Created['data'];

/** Signs a person up. The same key with the same form makes one participant, however often it is sent. */
export async function createParticipant(form: SignUpForm, idempotencyKey: string): Promise<Created> {
  rememberSentForm(idempotencyKey);
  try {
    const created = await call({
      path: '/backend/participant',
      body: form,
      headers: { 'Idempotency-Key': idempotencyKey },
      read: shaped(createdShape),
    });
    forgetSentForm();
    return created;
  } catch (error) {
    // A server that fails may have signed the person up.
    if (error instanceof BackendError && error.isRefusal) {
      forgetSentForm();
    }
    throw error;
  }
}
