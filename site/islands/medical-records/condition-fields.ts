import type { Condition } from '../wire/Condition';
import { dateOf, onlyStated } from './field-values';
import { type ShownRecord, shownRecord } from './shown-record';

/** How many earlier dates of a repeated diagnosis are listed. */
const MOST_DATES = 6;

/** A condition, with the dates and other names of a repeated diagnosis (E-613). */
export function shownCondition(record: Condition): ShownRecord {
  return shownRecord(
    record,
    [
      ['Date', dateOf(record.date)],
      ['How Sure', record.verificationstatus],
      ['Status', record.clinicalstatus],
      ['Began', dateOf(record.onsetdatetime)],
    ],
    onlyStated([
      ['Ended', dateOf(record.detail.ended)],
      ['Also Recorded', earlierDates(record)],
      ['Also Called', otherNames(record)],
    ]),
  );
}

function earlierDates({ earlier }: Condition): string | null {
  const dates = earlier.map(({ date, onsetdatetime }) => dateOf(date ?? onsetdatetime) ?? 'without a date');
  const distinct = [...new Set(dates)];
  const more = distinct.length - MOST_DATES;
  const listed = distinct.slice(0, MOST_DATES).join('; ');
  return more > 0 ? `${listed}; and ${more} more, back to ${distinct.at(-1)}` : listed;
}

function otherNames({ name, earlier }: Condition): string | null {
  const names = new Map(
    earlier.flatMap((entry) => (entry.name === null ? [] : [[entry.name.toLowerCase(), entry.name]])),
  );
  names.delete(name?.toLowerCase() ?? '');
  return [...names.values()].join('; ');
}
