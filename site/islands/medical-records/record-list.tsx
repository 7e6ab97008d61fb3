import { useId } from 'react';
import { Fields } from './fields';
import { MISSING_RECORDS } from './missing-records';
import type { ShownGroup, ShownRecord } from './record-fields';
import type { Choice } from './use-choice';

/** A group, and the selection of its records. */
export type RecordListProps = { group: ShownGroup; choice: Choice };

/** The records of one group, each with a checkbox, in a scrolling area. */
export function RecordList({ group: { place, title, records, missing }, choice }: RecordListProps) {
  const id = useId();
  const ids = records.map((record) => record.id);
  const someIncluded = ids.some((one) => choice.isChosen(place, one));
  return (
    <div>
      <div className="records__head">
        <h2 className="card__title" id={id}>
          {title} ({records.length})
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
      {records.length === 0 ? (
        missing === null && <p>There are none.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className="records__scroll" aria-labelledby={id} tabIndex={0}>
          <ul>
            {records.map((record) => (
              <Entry place={place} record={record} choice={choice} key={record.id} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type EntryProps = { place: ShownGroup['place']; record: ShownRecord; choice: Choice };

function Entry({ place, record: { id, name, fields }, choice }: EntryProps) {
  const fieldsId = useId();
  return (
    <li className="record">
      <label className="option">
        <input
          className="option__input"
          type="checkbox"
          checked={choice.isChosen(place, id)}
          aria-describedby={fieldsId}
          onChange={(event) => choice.put(place, [id], event.target.checked)}
        />
        <strong>{name}</strong>
      </label>
      <Fields fields={fields} id={fieldsId} />
    </li>
  );
}
