import { createContext, useContext, useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';

/** The parts of a page's address that islands read. */
export type Address = { path: string; query: URLSearchParams; anchor: string };

/** The address for which the server filled a page: its path, and the names and values of its query. */
export type FilledAddress = { path: string; query: [string, string][] };

/** The address for which the server filled this page, or null if it is the same page for every address. */
export const AddressOfServer = createContext<FilledAddress | null>(null);

/** The page's address. During hydration, it is what the server knew: null for a page that is the same for every address. */
export function useAddress(): Address | null {
  const filled = useContext(AddressOfServer);
  const href = useSyncExternalStore(
    neverChanges,
    () => location.href,
    () => null,
  );
  if (href !== null) {
    const url = new URL(href);
    return { path: url.pathname, query: url.searchParams, anchor: url.hash };
  }
  return filled && { path: filled.path, query: new URLSearchParams(filled.query), anchor: '' };
}
