import { deadlineIn } from './deadline';
import { fetchInSession } from './session';

/** Fetches data of the sign-up that belongs to this browser's cookie. With a body, the request is a POST. */
export function fetchSignUpData(path: string, body?: object, limit = 10_000): Promise<Response> {
  return fetchInSession(path, {
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    signal: deadlineIn(limit).signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}
