import type { NewsLinkRequest } from '../wire/NewsLinkRequest';
import { deadlineIn } from './deadline';

/** What a link does, and the call for it. */
const PATHS = {
  confirm: '/backend/notify/confirm',
  stop: '/backend/notify/stop',
  'stop-messages': '/backend/messages/stop',
} as const;

export type LinkWord = keyof typeof PATHS;

/**
 * Confirms or stops a subscription, or stops messages about a sign-up, by a link. Returns false if the link does not
 * work. Calls `fetch` directly, because its page must stay small.
 */
export async function followNewsLink(word: LinkWord, token: string): Promise<boolean> {
  const body: NewsLinkRequest = { token };
  const response = await fetch(PATHS[word], {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: deadlineIn(10_000).signal,
  });
  if (!response.ok && response.status !== 404) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return response.ok;
}
