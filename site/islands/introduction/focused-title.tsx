import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** The title of a part that follows another. It takes the focus, so that a screen reader announces it. */
export function FocusedTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <h3 ref={title} tabIndex={-1}>
      {children}
    </h3>
  );
}
