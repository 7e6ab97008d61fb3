import { STEPS } from './records-phase';

/** The step at which the person is, and whether the sign-up is done, which may come later than the others. */
export type FourStepsProps = { current: (typeof STEPS)[number]; isSignedUp: boolean };

/** Register, Systems, Share EMR, Complete: where the person is, and what is done. */
export function FourSteps({ current, isSignedUp }: FourStepsProps) {
  const here = STEPS.indexOf(current);
  return (
    <ol className="progress" aria-label="Steps to Share Your Records">
      {STEPS.map((step, index) => {
        const isDone = index === 0 ? isSignedUp : index < here || current === 'Complete';
        return (
          <li
            className={isDone ? 'progress__step is-done' : 'progress__step is-open'}
            aria-current={index === here ? 'step' : undefined}
            key={step}
          >
            {step}
            {isDone && <span className="visually-hidden"> (done)</span>}
          </li>
        );
      })}
    </ol>
  );
}
