import { useId } from 'react';
import { usePageLanguage } from '../search-box/page-language';
import type { HealthSystemCard } from '../wire/HealthSystemCard';
import { WORDS } from './system-words';

/** The systems, and whether one of them is being connected. */
export type SystemListProps = {
  list: HealthSystemCard[];
  isWaiting: boolean;
  onChoose: (system: HealthSystemCard) => void;
};

/** Health systems in a scrolling area. */
export function SystemList({ list, isWaiting, onChoose }: SystemListProps) {
  const words = WORDS[usePageLanguage()];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="records__scroll records__scroll--systems" aria-label={words.list} tabIndex={0}>
      <ul>
        {list.map((system) => (
          <System system={system} isWaiting={isWaiting} onChoose={onChoose} key={keyOf(system)} />
        ))}
      </ul>
    </section>
  );
}

type SystemProps = Omit<SystemListProps, 'list'> & { system: HealthSystemCard };

/** A system may have several hospitals in the list, but only one of each name. */
function keyOf({ id, name }: HealthSystemCard): string {
  return `${id} ${name}`;
}

function System({ system, isWaiting, onChoose }: SystemProps) {
  const id = useId();
  const words = WORDS[usePageLanguage()];
  const { name, town, miles, portals, copy, image_url } = system;
  const place = [name, town, miles === null ? '' : words.miles(miles)].filter((part) => part !== '');
  return (
    <li className="record record--system">
      {image_url === null ? (
        <span className="record__picture" aria-hidden="true">
          {[...name][0]}
        </span>
      ) : (
        <img className="record__picture" src={image_url} width="48" height="48" alt="" />
      )}
      <div className="record__about" id={id}>
        <p>{place.join(', ')}</p>
        {portals.length > 0 && <p>{words.portal(portals.join(', '))}</p>}
        {system.system !== null && <p>{words.system(system.system)}</p>}
        {copy !== null && <p>{words.copy(copy.number, copy.total)}</p>}
      </div>
      <button
        className="button button--small"
        type="button"
        aria-disabled={isWaiting}
        aria-describedby={id}
        onClick={() => onChoose(system)}
      >
        {words.connect(system)}
      </button>
    </li>
  );
}
