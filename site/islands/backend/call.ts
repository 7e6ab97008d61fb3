import { BackendError } from './backend-error';
import { deadlineIn } from './deadline';
import { isProblem } from './problem-shape';
import { fetchInSession } from './session';

/** The time limit of a call, in milliseconds. */
export const CALL_LIMIT = 10_000;

/** The parameters of a call. */
export type Call<T> = {
  path: string;
  /** Reads the answer; returns undefined if it is invalid. */
  read: (answer: unknown) => T | undefined;
  /** Sent as JSON by POST. A call without a body is a GET. */
  body?: unknown;
  headers?: Record<string, string>;
  limit?: number;
  signal?: AbortSignal | undefined;
};

/** A `read` for answers without content of interest. */
export const anything = () => true;

/** Calls this site's server and returns the answer as `read` parsed it. Throws a `BackendError`. */
export async function call<T>({
  path,
  read,
  body,
  headers,
  limit = CALL_LIMIT,
  signal,
}: Call<T>): Promise<T> {
  const deadline = deadlineIn(limit, signal);
  try {
    const response = await fetchInSession(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      signal: deadline.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await readJson(response);
    if (!response.ok) {
      throw errorFrom(response, answer);
    }
    const result = read(answer);
    if (result === undefined) {
      throw new BackendError({ kind: 'unreadable' });
    }
    return result;
  } catch (error) {
    if (error instanceof BackendError) {
      throw error;
    }
    const cancelled = deadline.signal.aborted && !deadline.passed();
    throw new BackendError({
      kind: deadline.passed() ? 'timeout' : cancelled ? 'cancelled' : 'unreachable',
    });
  } finally {
    deadline.clear();
  }
}

/** The body of a response, or null if it is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

function errorFrom(response: Response, answer: unknown): BackendError {
  if (!isProblem(answer)) {
    return new BackendError({ kind: 'refused', status: response.status });
  }
  const seconds = Number(response.headers.get('Retry-After'));
  return new BackendError({
    kind: 'problem',
    status: response.status,
    problem: answer,
    retryAfter: seconds > 0 ? seconds : null,
  });
}
