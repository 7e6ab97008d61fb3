import * as v from 'valibot';
import { call } from './call';
import { shaped } from './shape';

const challengeShape = v.looseObject({
  parameters: v.looseObject({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
  }),
  signature: v.optional(v.string()),
});

/** A proof of work that the server asks for. */
export type CaptchaChallenge = v.InferOutput<typeof challengeShape>;

/** Fetches a proof of work to carry out. */
export function captchaChallenge(signal: AbortSignal): Promise<CaptchaChallenge> {
  return call({ path: '/backend/captcha', body: {}, read: shaped(challengeShape), signal });
}
