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
export function attempt(step: Step, failed?: () => void): void {
  new Promise((done) => done(step())).catch((error) => {
    failed?.();
    // Thrown where nobody waits for it, the error shows up in the browser's console, and in tests.
    setTimeout(() => {
      throw error;
    });
  });
}
