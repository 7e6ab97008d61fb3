import { useEffect, useRef } from 'react';

/** Does something whenever somebody comes back to the page from another one, another tab or another window. */
export function useComingBack(onComingBack: () => void): void {
  const current = useRef(onComingBack);
  current.current = onComingBack;
  useEffect(() => {
    let isAway = false;
    const onLeaving = () => {
      isAway = true;
    };
    const onChange = () => {
      if (document.visibilityState === 'visible') {
        isAway = false;
        current.current();
      }
    };
    // Of two windows side by side, both are seen all the time.
    const onFocus = () => isAway && onChange();
    document.addEventListener('visibilitychange', onChange);
    addEventListener('blur', onLeaving);
    addEventListener('focus', onFocus);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('blur', onLeaving);
      removeEventListener('focus', onFocus);
    };
  }, []);
}
