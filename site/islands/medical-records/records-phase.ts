import type { RecordGroups } from '../wire/RecordGroups';
import type { RecordsConnection } from '../wire/RecordsConnection';

/** How far the sharing of records has come. */
export type RecordsPhase =
  /** The records are being read; `isAgain` once more, for whoever asked for it. */
  | { name: 'loading'; isAgain: boolean }
  /** The list of health systems, below a sentence on what led there; `isProblem` when something went wrong. */
  | { name: 'systems'; said: Said | null }
  | { name: 'loaded'; records: RecordGroups; connection: RecordsConnection }
  /** The records could not be had. */
  | { name: 'failed'; message: string; isOver: boolean }
  | { name: 'shared'; participant: string };

/** A sentence above a list; `hasRecords` when records that were read before are still there. */
export type Said = { sentence: string; isProblem: boolean; hasRecords?: boolean };

/** The four steps of the header, and how many of them are behind a person. */
export const STEPS = ['Register', 'Systems', 'Share EMR', 'Complete'] as const;

/** Which of the four steps a person is at; without records it is still that of choosing a system. */
export function stepOf(phase: RecordsPhase): (typeof STEPS)[number] {
  switch (phase.name) {
    case 'shared':
      return 'Complete';
    case 'loaded':
      return hasRecords(phase.records) ? 'Share EMR' : 'Systems';
    default:
      return 'Systems';
  }
}

/** Whether there is any record. */
export function hasRecords(groups: RecordGroups): boolean {
  return groups.some((group) => group.length > 0);
}
