import { anything, call } from './call';

/** Records that a participant accepted this version of the privacy notice. */
export async function acknowledge(sysId: string, studyNumber: string, noticeVersion: string): Promise<void> {
  await call({
    path: '/backend/acknowledge',
    body: { sysId, acknowledged: 'true', study_number: studyNumber, notice_version: noticeVersion },
    read: anything,
  });
}
