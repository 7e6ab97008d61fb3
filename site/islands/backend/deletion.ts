import type { DeletionForm } from '../wire/DeletionForm';
import type { DeletionLinkRequest } from '../wire/DeletionLinkRequest';
import { BackendError } from './backend-error';
import { anything, call } from './call';

/** Asks to be forgotten. What comes of it is the same whoever asks. */
export async function askForDeletion(form: DeletionForm): Promise<void> {
  await call({ path: '/backend/deleteme', body: form, read: anything });
}

/** Erases what the link of a mail is for; false when the link does not work. */
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
