import type { FurtherRecords } from '../wire/FurtherRecords';
import type { RecordGroups } from '../wire/RecordGroups';
import type { RecordsConnection } from '../wire/RecordsConnection';

/** The state of sharing records. */
export type RecordsPhase =
  /** The records are loading; `isAgain` after the visitor asked for another attempt. */
  | { name: 'loading'; isAgain: boolean }
  /** The list of health systems, with an optional message above it. */
  | { name: 'systems'; notice: ListMessage | null }
  | { name: 'loaded'; records: RecordGroups; further: FurtherRecords; connection: RecordsConnection }
  /** The records failed to load. */
  | { name: 'failed'; message: string; isOver: boolean }
  | { name: 'shared'; participant: string };

/** A message above the list. `hasRecords` if records that were read before still exist. */
export type ListMessage = { sentence: string; isProblem: boolean; hasRecords?: boolean };

/** The four steps of the header. */
export const STEPS = ['Register', 'Systems', 'Share EMR', 'Complete'] as const;

/** The current step. Without records it is the choice of a health system. */
export function stepOf(phase: RecordsPhase): (typeof STEPS)[number] {
  switch (phase.name) {
    case 'shared':
      return 'Complete';
    case 'loaded':
      return hasRecords(phase.records, phase.further) ? 'Share EMR' : 'Systems';
    default:
      return 'Systems';
  }
}

/** Whether any group has a record. */
export function hasRecords(groups: RecordGroups, further: FurtherRecords): boolean {
  return [...groups, ...Object.values(further)].some((group) => group.length > 0);
}
