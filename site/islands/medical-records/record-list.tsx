import { useId } from 'react';
import { MISSING_RECORDS } from './missing-records';
import { Entry } from './record-entry';
import { idsOf, type ShownGroup } from './shown-record';
import type { Choice } from './use-choice';
import { useFold } from './use-fold';

/** A group, and the selection of its records. */
export type RecordListProps = { group: ShownGroup; choice: Choice };

/** How many records of a group are shown at first. */
const FIRST = 50;

/** The records of one group, each with a checkbox, in a scrolling area. */
export function RecordList({ group: { place, title, records, missing, note }, choice }: RecordListProps) {
  const id = useId();
  const { list, shown, unfold } = useFold(records, FIRST);
  const ids = records.flatMap(idsOf);
  const someIncluded = ids.some((one) => choice.isChosen(place, one));
  return (
    <div>
      <div className="records__head">
        <h2 className="card__title" id={id}>
          {title} ({ids.length})
        </h2>
        {records.length > 0 && (
          <button
            className="button button--quiet button--small"
            type="button"
            aria-describedby={id}
            onClick={() => choice.put(place, ids, !someIncluded)}
          >
            {someIncluded ? 'Leave Out All' : 'Include All'}
          </button>
        )}
      </div>
      {missing !== null && <p>{MISSING_RECORDS[missing]}</p>}
      {note !== null && <p>{note}</p>}
      {records.length === 0 ? (
        missing === null && <p>There are none.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className="records__scroll" aria-labelledby={id} tabIndex={0}>
          <ul ref={list}>
            {shown.map((record) => (
              <Entry place={place} record={record} choice={choice} key={record.id} />
            ))}
          </ul>
          {shown.length < records.length && (
            <p className="record">
              <button className="button button--quiet button--small" type="button" onClick={unfold}>
                Show All {records.length}
              </button>
            </p>
          )}
        </section>
      )}
    </div>
  );
}
