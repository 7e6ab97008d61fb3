import * as v from 'valibot';
import type { Problem } from '../wire/Problem';
import { BackendError } from './backend-error';
import { problemShape } from './problem-shape';

/** How long a call may take, in milliseconds. */
export const CALL_LIMIT = 10_000;

/** What a call needs. */
export type Call<T> = {
  path: string;
  shape: v.GenericSchema<unknown, T>;
  /** Sent as JSON by POST; a call without a body is a GET. */
  body?: unknown;
  headers?: Record<string, string>;
  limit?: number;
  signal?: AbortSignal | undefined;
};

/** Calls the server of this page and gives the answer in the shape that was asked for. */
export async function call<T>({
  path,
  shape,
  body,
  headers,
  limit = CALL_LIMIT,
  signal,
}: Call<T>): Promise<T> {
  const deadline = AbortSignal.timeout(limit);
  const response = await send(path, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await readJson(response);
  if (!response.ok) {
    throw refusal(response, answer);
  }
  const checked = v.safeParse(shape, answer);
  if (!checked.success) {
    throw new BackendError({ kind: 'unreadable' });
  }
  return checked.output;
}

async function send(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (error) {
    throw noAnswer(error);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) {
      throw noAnswer(error);
    }
    return null;
  }
}

function refusal(response: Response, answer: unknown): BackendError {
  const problem = v.safeParse(problemShape, answer);
  if (!problem.success) {
    return new BackendError({ kind: 'refused', status: response.status });
  }
  const seconds = Number(response.headers.get('Retry-After'));
  return new BackendError({
    kind: 'problem',
    status: response.status,
    problem: problem.output as Problem,
    retryAfter: seconds > 0 ? seconds : null,
  });
}

function noAnswer(error: unknown): BackendError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') {
    return new BackendError({ kind: 'timeout' });
  }
  return new BackendError({ kind: name === 'AbortError' ? 'cancelled' : 'unreachable' });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
