import type { IntroductionAnswer } from '../wire/IntroductionAnswer';
import type { IntroductionLinkRequest } from '../wire/IntroductionLinkRequest';
import type { MessageLinkRequest } from '../wire/MessageLinkRequest';
import { deadlineIn } from './deadline';

/** What a link does, and the call for it. */
const PATHS = {
  confirm: '/backend/notify/confirm',
  stop: '/backend/notify/stop',
  'stop-messages': '/backend/messages/stop',
  'erase-details': '/backend/introduction/erase',
} as const;

export type LinkWord = keyof typeof PATHS;

/**
 * Confirms or stops a subscription, stops messages about a sign-up, or erases details, by a link. Returns false if the link does not
 * work. Calls `fetch` directly, because its page must stay small.
 */
export async function followLink(word: LinkWord, token: string): Promise<boolean> {
  return (await post(PATHS[word], { token })).ok;
}

/**
 * Asks what a link sends to a study's contact, or, with the agreement to exactly this, sends it. Returns null if the link
 * does not work.
 */
export async function sendDetails(token: string, agreed: string): Promise<IntroductionAnswer | null> {
  const response = await post('/backend/introduction/confirm', { token, agreed });
  return response.ok ? ((await response.json()) as IntroductionAnswer) : null;
}

async function post(path: string, body: MessageLinkRequest | IntroductionLinkRequest): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: deadlineIn(10_000).signal,
  });
  if (!response.ok && response.status !== 404) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return response;
}
