/** A filter, its current value, and its choices with the number of matching studies. */
export type ChoicesProps = {
  legend: string;
  name: string;
  chosen: string | undefined;
  choices: [value: string, label: string, studies: number][];
};

/** Radio buttons for one of several choices, or none. */
export function Choices({ legend, name, chosen = '', choices }: ChoicesProps) {
  const isOffered = chosen === '' || choices.some(([value]) => value === chosen);
  return (
    <fieldset className="filters__choices">
      <legend className="field__label">{legend}</legend>
      <Choice name={name} value="" label="Any" isChosen={chosen === ''} />
      {!isOffered && <Choice name={name} value={chosen} label={chosen} isChosen />}
      {choices.map(([value, label, studies]) => (
        <Choice
          key={value}
          name={name}
          value={value}
          label={`${label} (${studies})`}
          isChosen={chosen === value}
        />
      ))}
    </fieldset>
  );
}

type ChoiceProps = { name: string; value: string; label: string; isChosen: boolean };

function Choice({ name, value, label, isChosen }: ChoiceProps) {
  return (
    <label className="option">
      <input className="option__input" type="radio" name={name} value={value} defaultChecked={isChosen} />
      <span>{label}</span>
    </label>
  );
}
