import { useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';

/** Whether the page is hydrated. Elements that need a script wait for this. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
