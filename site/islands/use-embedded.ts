import { useSyncExternalStore } from 'react';
import { neverChanges } from './never-changes';

/** Whether a partner shows this page in a frame. The page's entry has marked it before any island wakes. */
export function useEmbedded(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => document.documentElement.classList.contains('is-embedded'),
    () => false,
  );
}
