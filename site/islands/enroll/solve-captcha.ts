import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveByPbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveBySha } from 'altcha-lib/algorithms/web/sha';
import type { CaptchaChallenge } from '../backend/captcha';

/** Does the work of a challenge and gives what the sign-up sends: challenge and solution, as base64 of JSON. */
export async function solveCaptcha(
  challenge: CaptchaChallenge,
  controller: AbortController,
): Promise<string | null> {
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2/') ? deriveByPbkdf2 : deriveBySha;
  const work = challenge as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge: work, deriveKey, controller });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
