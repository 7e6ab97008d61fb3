import { useId } from 'react';
import type { HealthSystemCard } from '../wire/HealthSystemCard';

/** The systems, and whether one of them is being connected. */
export type SystemListProps = {
  list: HealthSystemCard[];
  isWaiting: boolean;
  onChoose: (system: HealthSystemCard) => void;
};

/** Health systems in a scrolling area. */
export function SystemList({ list, isWaiting, onChoose }: SystemListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="records__scroll records__scroll--systems" aria-label="Health Systems" tabIndex={0}>
      <ul>
        {list.map((system) => (
          <System system={system} isWaiting={isWaiting} onChoose={onChoose} key={system.id} />
        ))}
      </ul>
    </section>
  );
}

type SystemProps = Omit<SystemListProps, 'list'> & { system: HealthSystemCard };

function System({ system, isWaiting, onChoose }: SystemProps) {
  const id = useId();
  const { title, subtitle, image_url } = system;
  return (
    <li className="record record--system">
      {image_url === null ? (
        <span className="record__picture" aria-hidden="true">
          {[...subtitle][0]}
        </span>
      ) : (
        <img className="record__picture" src={image_url} width="48" height="48" alt="" />
      )}
      <p id={id}>{subtitle}</p>
      <button
        className="button button--small"
        type="button"
        aria-disabled={isWaiting}
        aria-describedby={id}
        onClick={() => onChoose(system)}
      >
        {title}
      </button>
    </li>
  );
}
