import { completeSignUp } from '../medical-records/shared-keys';
import type { ReturnAnswer } from '../wire/ReturnAnswer';
import type { ReturnRequest } from '../wire/ReturnRequest';
import { fetchSignUpData } from './own-sign-up';

/** Shows, opens, or removes a sign-up by its email link. Returns null if the link does not work. */
export async function followReturnLink(request: ReturnRequest): Promise<ReturnAnswer | null> {
  const response = await checkedResponse('/backend/participant/return', request);
  return response.ok ? ((await response.json()) as ReturnAnswer) : null;
}

/** Makes the server and the browser forget what this browser holds. The sign-ups themselves stay. */
export async function leaveDevice(): Promise<void> {
  await checkedResponse('/backend/participant/leave', {});
  completeSignUp();
}

async function checkedResponse(path: string, body: object): Promise<Response> {
  const response = await fetchSignUpData(path, body);
  if (!response.ok && response.status !== 404) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return response;
}
