import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The heading of a part takes the focus when the part follows another: `alone` is the part that stands alone, if one does. */
export function usePartHeading(alone: number | null, number: number): RefObject<HTMLSpanElement | null> {
  const heading = useRef<HTMLSpanElement>(null);
  const before = useRef(alone);
  useLayoutEffect(() => {
    // Who goes on, or back, is told where they are; who only turns the phone is not.
    if (alone === number && before.current !== null && before.current !== alone) {
      heading.current?.focus();
      heading.current?.scrollIntoView?.({ block: 'center' });
    }
    before.current = alone;
  }, [alone, number]);
  return heading;
}
