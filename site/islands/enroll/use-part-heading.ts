import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Focuses the heading of a part when the part follows another. `alone` is the only visible part, if there is one. */
export function usePartHeading(alone: number | null, number: number): RefObject<HTMLSpanElement | null> {
  const heading = useRef<HTMLSpanElement>(null);
  const before = useRef(alone);
  useLayoutEffect(() => {
    // Announce the part after a step forward or back, but not when a phone is turned.
    if (alone === number && before.current !== null && before.current !== alone) {
      heading.current?.focus();
      heading.current?.scrollIntoView?.({ block: 'center' });
    }
    before.current = alone;
  }, [alone, number]);
  return heading;
}
