import type { NotifyRequest } from '../wire/NotifyRequest';
import { anything, call } from './call';

/** What news are wanted of: a study, or a search. */
export type NewsSubject = { study: string } | { condition: string; country: string };

/** Leaves an address for news, which its owner confirms by a mail. */
export async function askForNews(email: string, subject: NewsSubject, captcha: string): Promise<void> {
  const body: NotifyRequest = { email, captcha, ...subject };
  await call({ path: '/backend/notify', body, read: anything });
}
