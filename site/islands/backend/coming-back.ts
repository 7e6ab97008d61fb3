import { completeSignUp } from '../shared-keys';
import type { ReturnAnswer } from '../wire/ReturnAnswer';
import type { ReturnRequest } from '../wire/ReturnRequest';
import { askAboutSignUp } from './own-sign-up';

/** What is done with a sign-up by the link of a mail; nothing when the link does not work. */
export async function comeBack(request: ReturnRequest): Promise<ReturnAnswer | null> {
  const response = await answered('/backend/participant/return', request);
  return response.ok ? ((await response.json()) as ReturnAnswer) : null;
}

/** Has server and browser forget what this browser holds; sign-ups stay. */
export async function leaveDevice(): Promise<void> {
  await answered('/backend/participant/leave', {});
  completeSignUp();
}

async function answered(path: string, body: object): Promise<Response> {
  const response = await askAboutSignUp(path, body);
  if (!response.ok && response.status !== 404) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return response;
}
