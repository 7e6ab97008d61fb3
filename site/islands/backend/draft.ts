import type { DraftRequest } from '../wire/DraftRequest';
import { anything, call } from './call';

/**
 * Keeps what was said for a sign-up on the server for a day, for this browser alone; an empty form forgets what was kept
 * of it. It is sent also while the page is being left.
 */
export async function keepDraft(
  studyNumber: string,
  said: Omit<DraftRequest, 'study_number'>,
): Promise<void> {
  await call({
    path: '/backend/draft',
    body: { study_number: studyNumber, ...said },
    read: anything,
    keepalive: true,
  });
}
