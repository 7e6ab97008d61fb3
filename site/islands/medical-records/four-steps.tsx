import { STEPS } from './records-phase';

/** The current step. The sign-up may be completed later than the other steps. */
export type FourStepsProps = { current: (typeof STEPS)[number]; isSignedUp: boolean };

/** The steps Register, Systems, Share EMR, and Complete, with the current one and those that are done. */
export function FourSteps({ current, isSignedUp }: FourStepsProps) {
  const currentIndex = STEPS.indexOf(current);
  return (
    <ol className="progress" aria-label="Steps to Share Your Records">
      {STEPS.map((step, index) => {
        const isDone = index === 0 ? isSignedUp : index < currentIndex || current === 'Complete';
        return (
          <li
            className={isDone ? 'progress__step is-done' : 'progress__step is-open'}
            aria-current={index === currentIndex ? 'step' : undefined}
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
