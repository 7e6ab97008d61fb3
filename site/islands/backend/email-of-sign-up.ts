import type { EmailCorrection } from '../wire/EmailCorrection';
import type { LinkRequest } from '../wire/LinkRequest';
import { anything, call } from './call';

/** Replaces the address of a sign-up whose address isn't confirmed yet. The link goes to the new one. */
export async function correctEmail(number: string, email: string): Promise<void> {
  const body = { number, email } satisfies EmailCorrection;
  await call({ path: '/backend/participant/email', body, read: anything });
}

/** Has the link of a sign-up sent once more. The answer is the same whether or not there is such a sign-up. */
export async function sendLinkAgain(number: string): Promise<void> {
  const body = { number } satisfies LinkRequest;
  await call({ path: '/backend/participant/link', body, read: anything });
}
