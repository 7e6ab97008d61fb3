import { lazy, Suspense } from 'react';
import type { CookiesBlockedProps } from './cookies-blocked';

const LazyCookiesBlocked = lazy(() => import('./cookies-blocked'));

/** What to do in a browser that blocks cookies. Few browsers do, so the others load nothing of it. */
export function CookiesBlocked(props: CookiesBlockedProps) {
  return (
    <Suspense fallback={null}>
      <LazyCookiesBlocked {...props} />
    </Suspense>
  );
}
