import type { NewsLinkRequest } from '../wire/NewsLinkRequest';
import { deadlineIn } from './deadline';

/**
 * Confirms or stops a subscription by its email link. Returns false if the link does not work. Calls `fetch` directly,
 * because its page must stay small.
 */
export async function followNewsLink(word: 'confirm' | 'stop', token: string): Promise<boolean> {
  const body: NewsLinkRequest = { token };
  const response = await fetch(`/backend/notify/${word}`, {
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
