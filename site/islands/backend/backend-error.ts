import type { Problem } from '../wire/Problem';

/** Why a call has no usable answer. */
export type Failure =
  | { kind: 'problem'; status: number; problem: Problem; retryAfter: number | null }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable' }
  | { kind: 'timeout' }
  | { kind: 'cancelled' }
  | { kind: 'unreadable' };

/** A failed call to the server. */
export class BackendError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`The call failed: ${failure.kind}`);
    this.name = 'BackendError';
    this.failure = failure;
  }

  /** Whether the server rejected what was sent. */
  get isRefusal(): boolean {
    return this.failure.kind === 'problem' && this.failure.status < 500;
  }

  /** The problem's code, or null if the server sent none. */
  get code(): string | null {
    return this.failure.kind === 'problem' ? this.failure.problem.code : null;
  }
}

/** Whether the caller cancelled the call. */
export function isCancelled(error: unknown): boolean {
  return error instanceof BackendError && error.failure.kind === 'cancelled';
}

/** Whether the address that was called does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof BackendError && error.failure.kind === 'refused' && error.failure.status === 404;
}

/** Whether repeating the same call may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof BackendError && error.failure.kind === 'problem' && error.failure.status === 400);
}

/** A sentence for a failure that has no fixed text of its own. */
export function plainSentence(error: unknown): string {
  const failure: Failure = error instanceof BackendError ? error.failure : { kind: 'unreadable' };
  switch (failure.kind) {
    case 'problem':
      return failure.problem.detail;
    case 'timeout':
      return 'This is taking too long. Please try again.';
    case 'unreachable':
      return 'We can’t reach our server right now. Check your connection and try again.';
    default:
      return 'Something went wrong on our side. Please try again.';
  }
}
