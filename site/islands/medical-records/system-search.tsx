import { type FormEvent, useId, useState } from 'react';
import { TryAgain } from '../parts/try-again';
import { visitValue } from '../search-memory';
import type { HealthSystemCard } from '../wire/HealthSystemCard';
import { cityOfAddress } from './address-of-records';
import { SystemList } from './system-list';
import { type Systems, useSystems } from './use-systems';

/** The study, the participant, and what to do with the chosen system. */
export type SystemSearchProps = {
  studyNumber: string;
  participant: string | null;
  isConnecting: boolean;
  onChoose: (system: HealthSystemCard) => void;
};

/** Finds health systems by city, ZIP code, or name. Starts with the city of this visit. */
export function SystemSearch({ studyNumber, participant, isConnecting, onChoose }: SystemSearchProps) {
  const id = useId();
  const [first] = useState(() => visitValue('city') || cityOfAddress());
  const { systems, wanted: query, searchFor, searchSoon } = useSystems(first, participant);
  const { state, list } = systems;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void searchFor(event.currentTarget.querySelector('input')?.value ?? '');
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: many browsers lack the element */}
      <form role="search" onSubmit={onSubmit}>
        <label className="field__label" htmlFor={id}>
          City, ZIP Code or Name of Your Hospital or Clinic
        </label>
        <div className="records__search">
          <input
            className="input"
            id={id}
            type="search"
            autoComplete="off"
            defaultValue={first}
            onChange={(event) => searchSoon(event.target.value)}
          />
          <button className="button button--quiet" type="submit">
            Search
          </button>
        </div>
      </form>
      {state === 'failed' ? (
        <TryAgain message="We could not load the list." onRetry={() => void searchFor(query)} />
      ) : (
        <p role="status">{statusText(systems, query)}</p>
      )}
      {list.length > 0 && <SystemList list={list} isWaiting={isConnecting} onChoose={onChoose} />}
      <p>
        Is yours not here? You can also <a href={`/enroll/${studyNumber}`}>enter your details by hand</a>.
      </p>
    </>
  );
}

function statusText({ state, list, total, noneNear }: Systems, query: string): string {
  if (state === 'loading') {
    return 'Looking for health systems …';
  }
  if (list.length === 0) {
    return query.trim() === ''
      ? 'There are no health systems to choose from now.'
      : 'We found none. Try a city nearby, or the name that you see when you sign in to your patient portal.';
  }
  if (noneNear !== null) {
    return `We found none within 50 miles of ${noneNear}. These are the nearest.`;
  }
  if (total > list.length) {
    return `Showing ${list.length} of ${total} health systems. Type a city or a name to see fewer.`;
  }
  return list.length === 1 ? '1 health system' : `${list.length} health systems`;
}
