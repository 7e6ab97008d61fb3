/** A part of what a page does when it opens. */
export type Step = () => unknown;

/**
 * Runs the steps in their order. A step that throws, or whose promise is rejected, is reported and skipped: in a browser
 * that lacks what one step needs, the others still run.
 */
export function startUp(steps: readonly Step[]): void {
  for (const step of steps) {
    attempt(step);
  }
}

/** Runs one step and reports its error, so that the caller goes on in any case. */
export function attempt(step: Step): void {
  try {
    Promise.resolve(step()).catch(report);
  } catch (error) {
    report(error);
  }
}

/** Throws the error where nobody waits for it: it shows up in the browser's console, and in tests. */
function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
