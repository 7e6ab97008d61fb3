import { useLayoutEffect, useRef } from 'react';

/** Does something whenever the page is left or put aside. */
export function useLeaving(onLeaving: () => void): void {
  const current = useRef(onLeaving);
  current.current = onLeaving;
  // As soon as there is anything to leave.
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
