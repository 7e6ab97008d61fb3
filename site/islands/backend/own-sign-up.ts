import { deadlineIn } from './deadline';
import { fetchInSession } from './session';

/** What a call answers about the sign-up that this browser's cookie stands for; with a body it is a POST. */
export function askAboutSignUp(path: string, body?: object, limit = 10_000): Promise<Response> {
  return fetchInSession(path, {
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    signal: deadlineIn(limit).signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}
