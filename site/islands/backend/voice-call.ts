import * as v from 'valibot';
import { call } from './call';
import { shaped } from './shape';

const answerShape = v.object({ data: v.nullish(v.object({ access_token: v.optional(v.string()) })) });

/** The token with which a voice call begins; nothing when the voice service gave none, which the server has logged. */
export async function voiceToken(): Promise<string | null> {
  const { data } = await call({
    path: '/backend/start-retell-call',
    body: {},
    read: shaped(answerShape),
  });
  return data?.access_token || null;
}
