import { useContext, useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';
import { AddressOfServer } from './use-address';

/** Whether a partner shows this page in a frame. The entry script marks the page before any island wakes. */
export function useEmbedded(): boolean {
  const filled = useContext(AddressOfServer);
  return useSyncExternalStore(
    neverChanges,
    () => document.documentElement.classList.contains('is-embedded'),
    () => new Map(filled?.query).get('embed') === 'true',
  );
}
