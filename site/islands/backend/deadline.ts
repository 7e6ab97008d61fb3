/** A signal that aborts a call after a time limit, or when the caller cancels it. */
export type Deadline = { signal: AbortSignal; passed: () => boolean; clear: () => void };

/**
 * Starts a deadline. It avoids `AbortSignal.any` and `AbortSignal.timeout`, which phones that are still in use lack.
 */
export function deadlineIn(milliseconds: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    controller.abort();
  }, milliseconds);
  const giveUp = () => controller.abort();
  if (caller?.aborted) {
    giveUp();
  }
  caller?.addEventListener('abort', giveUp);
  const clear = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
  };
  return { signal: controller.signal, passed: () => passed, clear };
}
