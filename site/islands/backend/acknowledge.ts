import { anything, call } from './call';

/** Records that a participant has accepted the privacy notice. */
export async function acknowledge(sysId: string, studyNumber: string): Promise<void> {
  await call({
    path: '/backend/acknowledge',
    body: { sysId, acknowledged: 'true', study_number: studyNumber },
    read: anything,
  });
}
