import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Stands in for the browser's history of one page, whose Back and Forward lead at once. */
export function entriesOfPage(): { back: () => Promise<void>; forward: () => Promise<void> } {
  const states: unknown[] = [null];
  let shown = 0;
  const go = (by: number) => {
    shown += by;
    dispatchEvent(new PopStateEvent('popstate', { state: states[shown] }));
  };
  vi.spyOn(history, 'state', 'get').mockImplementation(() => states[shown]);
  vi.spyOn(history, 'replaceState').mockImplementation((state) => {
    states[shown] = state;
  });
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    states.splice(shown + 1, states.length, state);
    shown += 1;
  });
  vi.spyOn(history, 'back').mockImplementation(() => go(-1));
  return { back: () => act(async () => go(-1)), forward: () => act(async () => go(1)) };
}
