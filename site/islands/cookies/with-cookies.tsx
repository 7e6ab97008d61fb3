import { type ReactNode, useEffect, useState } from 'react';
import { cookiesWork } from '../backend/cookies';
import type { Purpose } from './cookies-blocked';
import { CookiesBlocked } from './lazy-cookies-blocked';

/** Shows its content at once, and replaces it with instructions if the browser turns out to block cookies. */
export function WithCookies({ purpose = 'sign up', children }: { purpose?: Purpose; children: ReactNode }) {
  const [isBlocked, setBlocked] = useState(false);
  const check = async () => {
    const works = await cookiesWork();
    setBlocked(!works);
    return works;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown
  useEffect(() => void check(), []);
  return isBlocked ? <CookiesBlocked purpose={purpose} onRetry={check} /> : children;
}
