import { deadlineIn } from './deadline';

/** What a call answers about the sign-up that this browser's cookie stands for. */
export function askAboutSignUp(path: string): Promise<Response> {
  return fetch(path, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: deadlineIn(10_000).signal,
  });
}
