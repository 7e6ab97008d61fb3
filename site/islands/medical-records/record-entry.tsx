import { useId, useState } from 'react';
import { Fields } from './fields';
import { idsOf, type ShownGroup, type ShownRecord } from './shown-record';
import type { Choice } from './use-choice';

type EntryProps = { place: ShownGroup['place']; record: ShownRecord; choice: Choice };

/** A record with its checkbox. That of a test with several results includes or leaves out all of them. */
export function Entry({ place, record, choice }: EntryProps) {
  const { name, fields, results } = record;
  const fieldsId = useId();
  const ids = idsOf(record);
  return (
    <li className="record">
      <label className="option">
        <input
          className="option__input"
          type="checkbox"
          checked={ids.some((id) => choice.isChosen(place, id))}
          aria-describedby={fieldsId}
          onChange={(event) => choice.put(place, ids, event.target.checked)}
        />
        <strong>{name}</strong>
      </label>
      <Fields fields={fields} id={fieldsId} />
      {results.length > 0 && <Results place={place} record={record} choice={choice} />}
    </li>
  );
}

/** All results of a test, folded at first. */
function Results({ place, record: { name, results }, choice }: EntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const included = results.filter(({ id }) => choice.isChosen(place, id)).length;
  return (
    <>
      <p>
        <button
          className="button button--quiet button--small"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'} All {results.length} Results
          <span className="visually-hidden"> of {name}</span>
        </button>{' '}
        {included < results.length && `${included} of ${results.length} are chosen.`}
      </p>
      {isOpen && (
        <ul className="record__results">
          {results.map((result) => (
            <Entry place={place} record={{ ...result, results: [] }} choice={choice} key={result.id} />
          ))}
        </ul>
      )}
    </>
  );
}
