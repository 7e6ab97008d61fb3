import type { BegunForm } from '../wire/BegunForm';
import { anything, call } from './call';

/**
 * Keeps what stands in the form of a study on the server for a day, for this browser alone; an empty form forgets what
 * was kept. It is sent also while the page is being left.
 */
export async function keepForm(studyNumber: string, form: BegunForm): Promise<void> {
  await call({
    path: '/backend/draft',
    body: { study_number: studyNumber, form },
    read: anything,
    keepalive: true,
  });
}
