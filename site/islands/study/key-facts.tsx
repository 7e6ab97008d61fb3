import type { ReactNode } from 'react';

/** The name and value of a fact. */
export type KeyFact = { name: string; value: ReactNode };

/** The most important facts of a study. */
export function KeyFacts({ facts }: { facts: KeyFact[] }) {
  return (
    <dl className="key-facts">
      {facts.map(({ name, value }) => (
        <div className="key-facts__item" key={name}>
          <dt className="key-facts__name">{name}</dt>
          <dd className="key-facts__value">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
