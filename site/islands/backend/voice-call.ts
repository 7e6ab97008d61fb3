import * as v from 'valibot';
import { call } from './call';
import { shapeReader } from './shape';

const answerShape = v.object({ data: v.nullish(v.object({ access_token: v.optional(v.string()) })) });

/** The token that starts a voice call, or null if the voice service gave none (the server logs that). */
export async function voiceToken(): Promise<string | null> {
  const { data } = await call({
    path: '/backend/start-retell-call',
    body: {},
    read: shapeReader(answerShape),
  });
  return data?.access_token || null;
}
