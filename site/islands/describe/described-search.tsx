import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DescribeAnswer } from '../wire/DescribeAnswer';
import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import { conditionLabel, keptParts, missingParts } from './kept-parts';
import { OtherParts } from './other-parts';
import { PartChips } from './part-chips';
import { searchText } from './search-text';
import type { DescribeWords } from './words-en';

/** What was understood, and the form's choices and address. */
export type DescribedSearchProps = {
  answer: DescribeAnswer;
  countries: string[];
  action: string;
  words: DescribeWords;
};

/** What was understood of a description: parts to remove, choices, and a form that leads to the results. */
export function DescribedSearch({ answer, countries, action, words }: DescribedSearchProps) {
  const id = useId();
  const [kept, setKept] = useState(answer.understood);
  const [chosen, setChosen] = useState<string | null>(answer.understood.conditions[0]?.name ?? null);
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  const parts = keptParts(kept, words);
  // Symptoms are searched for only if the person named no condition and chooses one.
  const isAboutSymptoms = answer.understood.conditions.length === 0;
  const options = isAboutSymptoms
    ? kept.symptoms.map((name) => ({ name, label: name, markers: [] }))
    : kept.conditions.map((one) => ({ ...one, label: conditionLabel(one, words) }));
  const only = isAboutSymptoms || options.length > 1 ? undefined : options[0];
  const searched = only ?? options.find(({ name }) => name === chosen);
  // A place that the person typed may be in another country than the one that was understood.
  const place = answer.understood.filters.find(({ name }) => name === 'near')?.value;
  const hasPlace = kept.filters.some(({ name, value }) => name === 'near' && value === place);

  const change = (changed: UnderstoodDescription) => {
    const at = kept.conditions.findIndex(({ name }) => name === chosen);
    const isSameList = changed.conditions.length === kept.conditions.length;
    setKept(changed);
    // The choice follows a condition that gets another name.
    setChosen((isSameList && changed.conditions[at]?.name) || chosen);
  };

  const onSubmit = (event: FormEvent) => {
    if (searched === undefined) {
      event.preventDefault();
      flushSync(() => setIsMissing(true));
      (choices.current?.querySelector('input') ?? title.current)?.focus();
    }
  };

  const leaveOut = (name: string, isLeftOut: boolean) =>
    setLeftOut((names) => [...names.filter((other) => other !== name), ...(isLeftOut ? [name] : [])]);

  const error = isMissing && searched === undefined && (
    <p className="field__error" id={`${id}missing`}>
      {words.noChoice}
    </p>
  );
  return (
    <form className="describe__search" method="get" action={action} onSubmit={onSubmit}>
      <h2 className="describe__title" ref={title} tabIndex={-1}>
        {words.title}
      </h2>
      <PartChips
        parts={parts}
        label={words.title}
        words={words}
        missing={missingParts(kept, words)}
        onChange={change}
        focusWithoutParts={title}
      />
      {options.length === 0 && error}
      {options.length > 0 && only === undefined && (
        <fieldset className="field" ref={choices} aria-describedby={error ? `${id}missing` : undefined}>
          <legend className="field__label">
            {isAboutSymptoms ? words.whichSymptom : words.whichCondition}
          </legend>
          {error}
          <div className="options">
            {options.map(({ name, label }) => (
              <label className="option" key={name}>
                <input
                  className="option__input"
                  type="radio"
                  checked={name === chosen}
                  onChange={() => setChosen(name)}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {kept.denied.length > 0 && (
        <fieldset className="field">
          <legend className="field__label">{words.leaveOut}</legend>
          <div className="options">
            {kept.denied.map((name) => (
              <label className="option" key={name}>
                <input
                  className="option__input"
                  type="checkbox"
                  checked={leftOut.includes(name)}
                  onChange={({ currentTarget }) => leaveOut(name, currentTarget.checked)}
                />
                <span>{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <OtherParts understood={kept} words={words} onChange={setKept} />
      {searched && <input type="hidden" name="q" value={searchText(searched, leftOut)} />}
      {hasPlace ? (
        <input type="hidden" name="in" value={answer.in} />
      ) : (
        <div className="field">
          <label className="field__label" htmlFor={`${id}country`}>
            {words.country}
          </label>
          <select className="input select" id={`${id}country`} name="in" defaultValue={answer.in}>
            {(countries.includes(answer.in) ? countries : [answer.in, ...countries]).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {kept.filters.map(({ name, value }) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <button className="button" type="submit">
        {words.search}
      </button>
    </form>
  );
}
