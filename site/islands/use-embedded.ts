import { useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';

/** Whether a partner shows this page in a frame. The entry script marks the page before any island wakes. */
export function useEmbedded(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => document.documentElement.classList.contains('is-embedded'),
    () => false,
  );
}
