import type { EmailCorrection } from '../wire/EmailCorrection';
import type { LinkRequest } from '../wire/LinkRequest';
import { anything, call } from './call';

/** Replaces the unconfirmed address of a sign-up. The link goes to the new address. */
export async function correctEmail(number: string, email: string): Promise<void> {
  const body = { number, email } satisfies EmailCorrection;
  await call({ path: '/backend/participant/email', body, read: anything });
}

/** Sends the link of a sign-up again. The answer never reveals whether the sign-up exists. */
export async function sendLinkAgain(number: string): Promise<void> {
  const body = { number } satisfies LinkRequest;
  await call({ path: '/backend/participant/link', body, read: anything });
}
