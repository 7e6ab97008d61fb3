import { type FormEvent, useId, useState } from 'react';
import { TryAgain } from '../parts/try-again';
import { usePageLanguage } from '../search-box/page-language';
import { visitValue } from '../search-memory';
import type { HealthSystemCard } from '../wire/HealthSystemCard';
import { cityOfAddress } from './address-of-records';
import { SystemList } from './system-list';
import { WORDS } from './system-words';
import { type Systems, useSystems } from './use-systems';

/** The study, the participant, and what to do with the chosen system. */
export type SystemSearchProps = {
  studyNumber: string;
  participant: string | null;
  isConnecting: boolean;
  onChoose: (system: HealthSystemCard) => void;
};

/** Finds hospitals by name, patient portal, city, or ZIP code. Starts with the city of this visit. */
export function SystemSearch({ studyNumber, participant, isConnecting, onChoose }: SystemSearchProps) {
  const id = useId();
  const words = WORDS[usePageLanguage()];
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
          {words.label}
        </label>
        <p className="field__hint" id={`${id}-hint`}>
          {words.hint}
        </p>
        <div className="records__search">
          <input
            className="input"
            id={id}
            type="search"
            aria-describedby={`${id}-hint`}
            autoComplete="off"
            defaultValue={first}
            onChange={(event) => searchSoon(event.target.value)}
          />
          <button className="button button--quiet" type="submit">
            {words.search}
          </button>
        </div>
      </form>
      {state === 'failed' ? (
        <TryAgain message={words.failed} onRetry={() => void searchFor(query)} />
      ) : (
        <p role="status">{statusText(systems, query, words)}</p>
      )}
      {list.length > 0 && <SystemList list={list} isWaiting={isConnecting} onChoose={onChoose} />}
      <p>
        Is yours not here? You can also <a href={`/enroll/${studyNumber}`}>enter your details by hand</a>.
      </p>
    </>
  );
}

function statusText(
  { state, list, total, noneNear }: Systems,
  query: string,
  words: (typeof WORDS)['en'],
): string {
  if (state === 'loading') {
    return words.loading;
  }
  if (list.length === 0) {
    return query.trim() === '' ? words.noneAtAll : words.none;
  }
  if (noneNear !== null) {
    return words.noneNear(noneNear);
  }
  return total > list.length ? words.some(list.length, total) : words.count(list.length);
}
