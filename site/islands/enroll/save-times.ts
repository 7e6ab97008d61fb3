import { useEffect, useLayoutEffect, useRef } from 'react';

/** Calls back whenever the page is left or hidden. */
export function useLeaving(onLeaving: () => void): void {
  const current = useRef(onLeaving);
  current.current = onLeaving;
  // Active before there is any input to lose.
  useLayoutEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'hidden') {
        current.current();
      }
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}

/** Debounces: calls `then` once the returned function was not called for this many milliseconds. */
export function useDebounced(milliseconds: number, then: () => void): () => void {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(then, milliseconds);
  };
}
