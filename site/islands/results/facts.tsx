/** The facts of a study card. */
export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div className="facts__item" key={name}>
          <dt className="facts__name">{name}</dt>
          <dd className="facts__value">{value || 'None'}</dd>
        </div>
      ))}
    </dl>
  );
}
