import { createContext, type ReactNode, use } from 'react';
import { usePartHeading } from './use-part-heading';
import type { Steps } from './use-steps';

/** The steps and the number of parts of the surrounding form. */
export const PartsOfForm = createContext<{ steps: Steps; count: number } | null>(null);

/** One part of the form: a step of its own on a phone. */
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
  const alone = parts?.steps.alone ?? null;
  const heading = usePartHeading(alone, number);
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
