import type { NotifyRequest } from '../wire/NotifyRequest';
import { anything, call } from './call';

/** The subject of a subscription: a study or a search. */
export type NewsSubject = { study: string } | { condition: string; country: string };

/** Subscribes an address to news. Its owner confirms by email. */
export async function askForNews(email: string, subject: NewsSubject, captcha: string): Promise<void> {
  const body: NotifyRequest = { email, captcha, ...subject };
  await call({ path: '/backend/notify', body, read: anything });
}
