import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Replaces the browser's history with a synchronous one. */
export function fakeHistory(): { back: () => Promise<void>; forward: () => Promise<void> } {
  const states: unknown[] = [null];
  let current = 0;
  const go = (delta: number) => {
    current += delta;
    dispatchEvent(new PopStateEvent('popstate', { state: states[current] }));
  };
  vi.spyOn(history, 'state', 'get').mockImplementation(() => states[current]);
  vi.spyOn(history, 'replaceState').mockImplementation((state) => {
    states[current] = state;
  });
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    states.splice(current + 1, states.length, state);
    current += 1;
  });
  vi.spyOn(history, 'back').mockImplementation(() => go(-1));
  return { back: () => act(async () => go(-1)), forward: () => act(async () => go(1)) };
}
