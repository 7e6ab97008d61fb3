import { createContext, type ReactNode, use, useLayoutEffect, useRef } from 'react';
import type { Steps } from './use-steps';

/** The parts of the form that stand here, with the number of them. */
export const PartsOfForm = createContext<{ steps: Steps; count: number } | null>(null);

/** One part of the form: a step on a phone. */
export function FormPart({
  title,
  number,
  children,
}: {
  title: string;
  number: number;
  children: ReactNode;
}) {
  const parts = use(PartsOfForm);
  const heading = useRef<HTMLSpanElement>(null);
  const alone = parts?.steps.alone ?? null;
  const before = useRef(alone);
  useLayoutEffect(() => {
    // Who goes on, or back, is told where they are; who only turns the phone is not.
    if (alone === number && before.current !== null && before.current !== alone) {
      heading.current?.focus();
      heading.current?.scrollIntoView?.({ block: 'center' });
    }
    before.current = alone;
  }, [alone, number]);
  return (
    <fieldset className="form__part" data-part={number} hidden={parts?.steps.hides(number)}>
      <legend className="form__heading">
        <span ref={heading} tabIndex={-1}>
          {alone !== null && (
            <span className="form__step">
              Step {number + 1} of {parts?.count}
            </span>
          )}
          {title}
        </span>
      </legend>
      {children}
    </fieldset>
  );
}
