import { useId } from 'react';
import { Fields } from './fields';
import type { ShownGroup, ShownRecord } from './record-fields';
import type { Choice } from './use-choice';

/** A group, and what is chosen of it. */
export type RecordListProps = { group: ShownGroup; choice: Choice };

/** The records of one kind, each of which can be left out, in a part of the page that scrolls. */
export function RecordList({ group: { place, title, records, isWhole }, choice }: RecordListProps) {
  const id = useId();
  const ids = records.map((record) => record.id);
  const anyIsIn = ids.some((one) => choice.isChosen(place, one));
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
            onClick={() => choice.put(place, ids, !anyIsIn)}
          >
            {anyIsIn ? 'Leave Out All' : 'Include All'}
          </button>
        )}
      </div>
      {!isWhole && <p>Your health system did not give us all of these.</p>}
      {records.length === 0 ? (
        isWhole && <p>There are none.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
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
  const described = useId();
  return (
    <li className="record">
      <label className="option">
        <input
          className="option__input"
          type="checkbox"
          checked={choice.isChosen(place, id)}
          aria-describedby={described}
          onChange={(event) => choice.put(place, [id], event.target.checked)}
        />
        <strong>{name}</strong>
      </label>
      <Fields fields={fields} id={described} />
    </li>
  );
}
