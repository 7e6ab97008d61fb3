import { type FormEvent, useId, useState } from 'react';
import type { FilterCounts } from '../wire/FilterCounts';
import type { SearchAnswer } from '../wire/SearchAnswer';
import { addressOf } from './address-of-results';
import { Choices } from './choices';

/** Which answer to narrow, and the choices that its address holds. */
export type FiltersProps = { answer: SearchAnswer; choices: string; embedded: boolean };

const OLDEST = 130;
const AGE_HELP = `Type the age in whole years, from 0 to ${OLDEST}.`;
const PLACE_HELP = 'Type a city or ZIP code, so that the nearest trials come first.';
const MILES = ['25', '50', '100', '250', '500'];
/** Conditions of so many studies help to choose; one alone does not. */
const FEWEST_CONDITIONS = 2;

/** What else studies have to fit. It acts when it is applied, and not before. */
export function Filters({ answer, choices, embedded }: FiltersProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState<'age' | 'near'>();
  const { understood, counts } = answer;
  const chosen = new Map(understood.filters.map(({ name, value }) => [name, value]));
  const sort = new URLSearchParams(choices).get('sort') ?? '';
  const phases = phasesOf(counts, chosen.get('phase'));

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = choicesOf(event.currentTarget);
    const found = wrongIn(wanted);
    if (found) {
      setWrong(found);
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${found}"]`)?.focus();
      return;
    }
    location.assign(addressOf(understood.condition, answer.in, wanted.toString(), embedded));
  };

  return (
    <section className="filters" aria-labelledby={`${id}title`}>
      <h2 className="filters__title" id={`${id}title`}>
        Filter Trials
      </h2>
      <button
        className="button button--quiet filters__toggle"
        type="button"
        aria-expanded={open}
        aria-controls={`${id}form`}
        onClick={() => setOpen(!open)}
      >
        {chosen.size > 0 ? `Filters (${chosen.size} chosen)` : 'Filters'}
      </button>
      <form
        className={open ? 'filters__form is-open' : 'filters__form'}
        id={`${id}form`}
        onSubmit={apply}
        noValidate
      >
        <TextField
          id={`${id}age`}
          name="age"
          label="Your Age"
          chosen={chosen.get('age')}
          wrong={wrong === 'age' ? AGE_HELP : undefined}
        />
        <Choices legend="Gender" name="gender" chosen={chosen.get('gender')} choices={genders(counts)} />
        <Choices legend="Study Type" name="type" chosen={chosen.get('type')} choices={kinds(counts)} />
        {phases.length > 0 && (
          <Choices legend="Phase" name="phase" chosen={chosen.get('phase')} choices={phases} />
        )}
        {counts.conditions.length >= FEWEST_CONDITIONS && (
          <Choices
            legend="Conditions"
            name="condition"
            chosen={chosen.get('condition')}
            choices={counts.conditions.map(({ name, studies }) => [name, name, studies])}
          />
        )}
        <label className="option">
          <input
            className="option__input"
            type="checkbox"
            name="healthy"
            value="yes"
            defaultChecked={chosen.has('healthy')}
          />
          <span>Takes Healthy People</span>
        </label>
        <TextField
          id={`${id}near`}
          name="near"
          label="City or ZIP Code"
          chosen={chosen.get('near')}
          wrong={wrong === 'near' ? PLACE_HELP : undefined}
        />
        <Select
          id={`${id}within`}
          name="within"
          label="Distance"
          chosen={chosen.get('within') ?? ''}
          choices={[['', 'Any Distance'], ...MILES.map((miles) => [miles, `Within ${miles} Miles`] as const)]}
        />
        <Select
          id={`${id}sort`}
          name="sort"
          label="Sort By"
          chosen={sort}
          choices={[
            ['', 'Best Match'],
            ['newest', 'Newest Update'],
            ['nearest', 'Nearest'],
          ]}
        />
        <div className="filters__actions">
          <button className="button" type="submit">
            Apply Filters
          </button>
          <a className="button button--quiet" href={addressOf(understood.condition, answer.in, '', embedded)}>
            Clear All
          </a>
        </div>
      </form>
    </section>
  );
}

type TextFieldProps = {
  id: string;
  name: 'age' | 'near';
  label: string;
  chosen: string | undefined;
  wrong: string | undefined;
};

function TextField({ id, name, label, chosen, wrong }: TextFieldProps) {
  return (
    <div className={wrong ? 'field has-error' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {wrong && (
        <p className="field__error" id={`${id}wrong`}>
          {wrong}
        </p>
      )}
      <input
        className={name === 'age' ? 'input input--digits-4' : 'input'}
        id={id}
        name={name}
        type="text"
        autoComplete="off"
        defaultValue={chosen}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong && `${id}wrong`}
      />
    </div>
  );
}

type SelectProps = {
  id: string;
  name: string;
  label: string;
  chosen: string;
  choices: (readonly [value: string, label: string])[];
};

function Select({ id, name, label, chosen, choices }: SelectProps) {
  const isOffered = choices.some(([value]) => value === chosen);
  const offered = isOffered ? choices : [...choices, [chosen, `Within ${chosen} Miles`] as const];
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select className="input select" id={id} name={name} defaultValue={chosen}>
        {offered.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function genders({ gender }: FilterCounts): [string, string, number][] {
  return [
    ['female', 'Female', gender.female],
    ['male', 'Male', gender.male],
  ];
}

function kinds({ study_type }: FilterCounts): [string, string, number][] {
  return [
    ['interventional', 'Tests a Treatment', study_type.interventional],
    ['observational', 'Observes Health Only', study_type.observational],
    ['expanded access', 'Expanded Access', study_type.expanded_access],
  ];
}

/** The phases that studies are in, or that is chosen, each with what it is for. */
function phasesOf({ phase }: FilterCounts, chosen: string | undefined): [string, string, number][] {
  const all: [string, string, number][] = [
    ['early1', 'Early Phase 1: Tries Very Small Doses', phase.early_one],
    ['1', 'Phase 1: Tests Whether It Is Safe', phase.one],
    ['2', 'Phase 2: Tests Whether It Works', phase.two],
    ['3', 'Phase 3: Compares It With Usual Care', phase.three],
    ['4', 'Phase 4: Watches It After Approval', phase.four],
  ];
  return all.filter(([value, , studies]) => studies > 0 || value === chosen);
}

/** What is chosen, without what was left as it is. */
function choicesOf(form: HTMLFormElement): URLSearchParams {
  const wanted = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text !== '') {
      wanted.set(name, text);
    }
  }
  return wanted;
}

/** The first choice that can't be searched by. */
function wrongIn(wanted: URLSearchParams): 'age' | 'near' | undefined {
  if (!isAge(wanted.get('age') ?? '')) {
    return 'age';
  }
  return wanted.get('sort') === 'nearest' && !wanted.has('near') ? 'near' : undefined;
}

/** An age, or two with a dash between them, of which one may be left out: what was typed may have said so. */
function isAge(text: string): boolean {
  const [, youngest = '', dash, oldest = ''] = /^(\d{0,3})\s*(-?)\s*(\d{0,3})$/.exec(text) ?? [text, 'x'];
  const years = [youngest, oldest].filter((age) => age !== '').map(Number);
  const rise = years.every((age, place) => age <= OLDEST && age >= (years[place - 1] ?? 0));
  return text === '' || (years.length > 0 && rise && (dash === '-' || oldest === ''));
}
