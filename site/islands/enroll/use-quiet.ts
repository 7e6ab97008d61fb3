import { useEffect, useRef } from 'react';

/** Debounces: calls `then` once the returned function was not called for this many milliseconds. */
export function useDebounced(milliseconds: number, then: () => void): () => void {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(then, milliseconds);
  };
}
