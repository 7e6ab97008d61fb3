import type { DeletionForm } from '../wire/DeletionForm';
import type { DeletionLinkRequest } from '../wire/DeletionLinkRequest';
import { BackendError } from './backend-error';
import { anything, call } from './call';

/** Requests an erasure. The answer never reveals whether the sender is known. */
export async function askForDeletion(form: DeletionForm): Promise<void> {
  await call({ path: '/backend/deleteme', body: form, read: anything });
}

/** Erases the sign-up of an email link. Returns false if the link does not work. */
export async function confirmDeletion(token: string): Promise<boolean> {
  const body: DeletionLinkRequest = { token };
  try {
    await call({ path: '/backend/deleteme/confirm', body, read: anything });
    return true;
  } catch (error) {
    if (error instanceof BackendError && error.code === 'deletion_link_invalid') {
      return false;
    }
    throw error;
  }
}
