import { completeSignUp } from '../shared-keys';
import type { ReturnRequest } from '../wire/ReturnRequest';
import { BackendError } from './backend-error';
import { anything, call } from './call';

/** Opens the sign-up of a link in this browser; false when the link does not work. */
export async function comeBack(token: string): Promise<boolean> {
  try {
    const body = { token } satisfies ReturnRequest;
    await call({ path: '/backend/participant/return', body, read: anything });
    return true;
  } catch (error) {
    if (error instanceof BackendError && error.code === 'not_found') {
      return false;
    }
    throw error;
  }
}

/** Has server and browser forget what this browser holds; sign-ups stay. */
export async function leaveDevice(): Promise<void> {
  await call({ path: '/backend/participant/leave', body: {}, read: anything });
  completeSignUp();
}
