import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveByPbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveBySha } from 'altcha-lib/algorithms/web/sha';
import type { CaptchaChallenge } from '../backend/captcha';

/** Solves a challenge. Returns challenge and solution as base64 of JSON, or null if it was aborted. */
export async function solveCaptcha(
  challenge: CaptchaChallenge,
  controller: AbortController,
): Promise<string | null> {
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2/') ? deriveByPbkdf2 : deriveBySha;
  const work = challenge as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge: work, deriveKey, controller });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
