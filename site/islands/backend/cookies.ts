import type { CookieCheck } from '../wire/CookieCheck';
import { deadlineIn } from './deadline';

/**
 * Whether this browser sends back the cookies that the server sets. The first call sets one, the second brings it back; there
 * is no third. A server that can't be reached says nothing about cookies.
 */
export async function cookiesWork(): Promise<boolean> {
  try {
    return (await arrived()) || (await arrived());
  } catch {
    return true;
  }
}

async function arrived(): Promise<boolean> {
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
