/** A signal that ends a call after some milliseconds, or when the caller gives up on it. */
export type Deadline = { signal: AbortSignal; passed: () => boolean; clear: () => void };

/**
 * Starts a deadline. It is put together from parts that phones of many years know, because `AbortSignal.any` and
 * `AbortSignal.timeout` are missing on those that people still use.
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
