import type { CookieCheck } from '../wire/CookieCheck';
import { deadlineIn } from './deadline';

/**
 * Whether this browser returns cookies. The first call sets a cookie, and the second brings it back; there is no third.
 * An unreachable server proves nothing, so the result is true.
 */
export async function cookiesWork(): Promise<boolean> {
  try {
    return (await cookieArrived()) || (await cookieArrived());
  } catch {
    return true;
  }
}

async function cookieArrived(): Promise<boolean> {
  const response = await fetch('/backend/cookies', {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { Accept: 'application/json' },
    signal: deadlineIn(5_000).signal,
  });
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return ((await response.json()) as CookieCheck).arrived;
}
