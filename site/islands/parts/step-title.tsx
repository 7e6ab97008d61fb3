import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A title, and whether it takes the focus when it appears. */
export type StepTitleProps = { id?: string; children: ReactNode; takesFocus?: boolean };

/** The title of a step. It takes the focus when the step follows another, so that a screen reader announces it. */
export function StepTitle({ id, children, takesFocus = false }: StepTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) {
      title.current?.focus();
    }
  }, [takesFocus]);
  return (
    <h1 ref={title} id={id} className="form__title" tabIndex={-1}>
      {children}
    </h1>
  );
}
