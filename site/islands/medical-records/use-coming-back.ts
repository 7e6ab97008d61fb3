import { useEffect, useRef } from 'react';

/** Does something whenever somebody comes back to the page from another one or another tab. */
export function useComingBack(onComingBack: () => void): void {
  const current = useRef(onComingBack);
  current.current = onComingBack;
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible') {
        current.current();
      }
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}
