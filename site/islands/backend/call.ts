import { BackendError } from './backend-error';
import { deadlineIn } from './deadline';
import { isProblem } from './problem-shape';
import { fetchInSession } from './session';

/** How long a call may take, in milliseconds. */
export const CALL_LIMIT = 10_000;

/** What a call needs. */
export type Call<T> = {
  path: string;
  /** Reads the answer; nothing when it is not what it should be. */
  read: (answer: unknown) => T | undefined;
  /** Sent as JSON by POST; a call without a body is a GET. */
  body?: unknown;
  headers?: Record<string, string>;
  limit?: number;
  /** Whether it goes on when the page is left. */
  keepalive?: boolean;
  signal?: AbortSignal | undefined;
};

/** Reads an answer that does not matter. */
export const anything = () => true;

/** Calls the server of this page and gives the answer as it was read. */
export async function call<T>({
  path,
  read,
  body,
  headers,
  limit = CALL_LIMIT,
  keepalive = false,
  signal,
}: Call<T>): Promise<T> {
  const deadline = deadlineIn(limit, signal);
  try {
    const response = await fetchInSession(path, {
      method: body === undefined ? 'GET' : 'POST',
      keepalive,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      signal: deadline.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await jsonOf(response);
    if (!response.ok) {
      throw refusal(response, answer);
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

/** The body of an answer; nothing when it is no JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

function refusal(response: Response, answer: unknown): BackendError {
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
