import { deadlineIn } from './deadline';

/** What a call answers about the sign-up that this browser's cookie stands for; with a body it is a POST. */
export function askAboutSignUp(path: string, body?: object, limit = 10_000): Promise<Response> {
  return fetch(path, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    signal: deadlineIn(limit).signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}
