import * as v from 'valibot';
import type { CaptchaPurpose } from '../wire/CaptchaPurpose';
import { call } from './call';
import { shapeReader } from './shape';

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

/** A proof of work that the server requests. */
export type CaptchaChallenge = v.InferOutput<typeof challengeShape>;

/** Fetches a captcha challenge. Its solution is valid for this purpose only. */
export function captchaChallenge(purpose: CaptchaPurpose, signal: AbortSignal): Promise<CaptchaChallenge> {
  return call({ path: '/backend/captcha', body: { purpose }, read: shapeReader(challengeShape), signal });
}
