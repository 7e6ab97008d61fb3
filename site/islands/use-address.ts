import { useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';

/** The parts of a page's address that islands read. */
export type Address = { path: string; query: URLSearchParams; anchor: string };

/** The page's address, or null during hydration, because the server does not know it. */
export function useAddress(): Address | null {
  const href = useSyncExternalStore(
    neverChanges,
    () => location.href,
    () => null,
  );
  if (href === null) {
    return null;
  }
  const url = new URL(href);
  return { path: url.pathname, query: url.searchParams, anchor: url.hash };
}
