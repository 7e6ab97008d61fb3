import type { ParticipationCounts } from '../wire/ParticipationCounts';

/** The chosen filters, and how many of the shown studies state each. */
export type TakingPartProps = { chosen: ReadonlyMap<string, string>; counts: ParticipationCounts };

const CHOICES: [name: keyof ParticipationCounts, label: string][] = [
  ['without_placebo', 'No One Gets a Placebo'],
  ['at_home', 'Partly at Home or by Video'],
  ['travel_help', 'Helps With Travel'],
];

/** Checkboxes for what studies state about taking part. Those that no study states are left out. */
export function TakingPart({ chosen, counts }: TakingPartProps) {
  const offered = CHOICES.filter(([name]) => counts[name] > 0 || chosen.has(name));
  if (offered.length === 0) {
    return null;
  }
  return (
    <fieldset className="filters__choices">
      <legend className="field__label">Taking Part</legend>
      {offered.map(([name, label]) => (
        <label className="option" key={name}>
          <input
            className="option__input"
            type="checkbox"
            name={name}
            value="yes"
            defaultChecked={chosen.has(name)}
          />
          <span>
            {label} ({counts[name]})
          </span>
        </label>
      ))}
      <p className="field__hint">Many studies don’t state these. You can ask their study team.</p>
    </fieldset>
  );
}
