import { useEffect, useRef } from 'react';

/** Does something once nothing has happened for so many milliseconds; what it gives is called whenever something does. */
export function useQuiet(milliseconds: number, then: () => void): () => void {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(then, milliseconds);
  };
}
