import { useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';

/** Whether the page answers. What the server draws does not; what works by script alone waits for this. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
