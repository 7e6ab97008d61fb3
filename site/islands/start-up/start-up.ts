/** One thing that a page does when it opens. */
export type Step = () => unknown;

/**
 * Runs the steps in order. A step that throws, or whose promise rejects, is reported and skipped. In a browser that lacks
 * what one step needs, the others still run.
 */
export function startUp(steps: readonly Step[]): void {
  for (const step of steps) {
    attempt(step);
  }
}

/** Runs one step and reports its error, so that the caller continues in any case. */
export function attempt(step: Step, failed?: () => void): void {
  new Promise((done) => done(step())).catch((error) => {
    failed?.();
    // Thrown outside of the promise, the error appears in the browser's console and in tests.
    setTimeout(() => {
      throw error;
    });
  });
}
