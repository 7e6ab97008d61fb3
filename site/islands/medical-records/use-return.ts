import { useEffect, useRef } from 'react';

/** Calls back when the visitor returns to the page from another page, tab, or window. */
export function useReturn(onComingBack: () => void): void {
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
    // Two windows side by side are both visible, so only their focus changes.
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
