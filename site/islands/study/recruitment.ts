import type { StudyPage } from '../wire/StudyPage';

/** Whether a study takes nobody any more: it has closed, or nobody can sign up for it here. */
export function isClosed({ partner, status, sign_up }: StudyPage): boolean {
  return status.tone === 'closed' || (partner === 'patientrials' && sign_up === null);
}
