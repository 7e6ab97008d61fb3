import { completeSignUp } from '../shared-keys';
import type { ReturnRequest } from '../wire/ReturnRequest';
import { askAboutSignUp } from './own-sign-up';

/** Opens the sign-up of a link in this browser; false when the link does not work. */
export async function comeBack(token: string): Promise<boolean> {
  const body = { token } satisfies ReturnRequest;
  return (await answered('/backend/participant/return', body)).ok;
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
