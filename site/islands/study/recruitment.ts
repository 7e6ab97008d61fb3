import type { StudyPage } from '../wire/StudyPage';

/** Whether a study is closed, or doesn't accept sign-ups here. */
export function isClosed({ partner, status, sign_up }: StudyPage): boolean {
  return status.tone === 'closed' || (partner === 'patientrials' && sign_up === null);
}
