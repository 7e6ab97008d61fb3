import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { AGE_HELP } from '../messages/search';
import { UseMyLocation } from '../my-location/use-my-location';
import { isSingleAge, MAX_YEARS } from '../typed/typed-age';
import { useHydrated } from '../use-hydrated';
import type { FilterCounts } from '../wire/FilterCounts';
import type { SearchAnswer } from '../wire/SearchAnswer';
import { addressOf } from './address-of-results';
import { Choices } from './choices';
import { FILTERS_ANCHOR, takeFiltersAnchor } from './filters-anchor';
import { TakingPart } from './taking-part';
import type { Unreadable } from './unreadable-choices';

/** The answer to filter, and the choices in the page's address. */
export type FiltersProps = {
  answer: SearchAnswer;
  choices: string;
  embedded: boolean;
  /** The values of the address that could not be read. */
  unreadable?: Unreadable | undefined;
};

/** The server refuses longer names of places and treatments, in characters. */
const LONGEST_NAME = 100;
const PLACE_HELP = 'Type a city or ZIP code, so that the nearest trials come first.';
const MILES = ['25', '50', '100', '250', '500'];
/** Condition filters only appear if there are at least this many. */
const MIN_CONDITIONS = 2;

/** The filters of a search. They take effect when the visitor applies them. */
export function Filters({ answer, choices, embedded, unreadable = {} }: FiltersProps) {
  const id = useId();
  const isAwake = useHydrated();
  const [open, setOpen] = useState(false);
  const [invalid, setInvalid] = useState<'age' | 'near' | undefined>(
    unreadable.age === undefined ? undefined : 'age',
  );
  const { understood, counts } = answer;
  const chosen = new Map(understood.filters.map(({ name, value }) => [name, value]));
  const sort = new URLSearchParams(choices).get('sort') ?? '';
  const phases = phasesOf(counts, chosen.get('phase'));
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // A disabled button can't take the focus.
    if (isAwake && section.current && takeFiltersAnchor()) {
      focusFilters(section.current);
    }
  }, [isAwake]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const selected = choicesOf(event.currentTarget);
    const invalidName = firstInvalid(selected);
    if (invalidName) {
      setInvalid(invalidName);
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${invalidName}"]`)?.focus();
      return;
    }
    const address = addressOf(understood.condition, answer.in, selected.toString(), embedded);
    if (address === location.pathname + location.search && section.current) {
      // The browser would load nothing.
      setOpen(false);
      focusFilters(section.current);
      return;
    }
    location.assign(address + FILTERS_ANCHOR);
  };

  return (
    <section className="filters" aria-labelledby={`${id}title`} ref={section}>
      <h2 className="filters__title" id={`${id}title`} tabIndex={-1}>
        Filter Trials
      </h2>
      <button
        className="button button--quiet filters__toggle"
        type="button"
        aria-expanded={open}
        aria-controls={`${id}form`}
        disabled={!isAwake}
        onClick={() => setOpen(!open)}
      >
        {chosen.size > 0 ? `Filters (${chosen.size} chosen)` : 'Filters'}
      </button>
      <form
        className={open ? 'filters__form is-open' : 'filters__form'}
        id={`${id}form`}
        method="get"
        action="/results"
        onSubmit={apply}
        noValidate
      >
        <input type="hidden" name="q" value={understood.condition} />
        <input type="hidden" name="in" value={answer.in} />
        {embedded && <input type="hidden" name="embed" value="true" />}
        {chosen.has('at') && <input type="hidden" name="at" value={chosen.get('at')} />}
        <TextField
          id={`${id}age`}
          name="age"
          label="Your Age"
          chosen={unreadable.age ?? chosen.get('age')}
          invalid={invalid === 'age' ? AGE_HELP : undefined}
        />
        <Choices legend="Gender" name="gender" chosen={chosen.get('gender')} choices={genders(counts)} />
        <Choices legend="Study Type" name="type" chosen={chosen.get('type')} choices={studyTypes(counts)} />
        {phases.length > 0 && (
          <Choices legend="Phase" name="phase" chosen={chosen.get('phase')} choices={phases} />
        )}
        {counts.conditions.length >= MIN_CONDITIONS && (
          <Choices
            legend="Conditions"
            name="condition"
            chosen={chosen.get('condition')}
            choices={counts.conditions.map(({ name, studies }) => [name, name, studies])}
          />
        )}
        <TextField
          id={`${id}treatment`}
          name="treatment"
          label="Drug or Treatment"
          chosen={chosen.get('treatment')}
          invalid={undefined}
        />
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
        <TakingPart chosen={chosen} counts={counts.participation} />
        <TextField
          id={`${id}near`}
          name="near"
          label="City or ZIP Code"
          chosen={unreadable.near ?? chosen.get('near')}
          invalid={invalid === 'near' ? PLACE_HELP : undefined}
        />
        <UseMyLocation field={`${id}near`} />
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

/** Moves the focus to the button that opens the filters, or to their title where they are always open. */
function focusFilters(section: HTMLElement): void {
  for (const name of ['.filters__toggle', '.filters__title']) {
    const target = section.querySelector<HTMLElement>(name);
    target?.focus({ preventScroll: true });
    if (document.activeElement === target) {
      return;
    }
  }
}

type TextFieldProps = {
  id: string;
  name: 'age' | 'near' | 'treatment';
  label: string;
  chosen: string | undefined;
  invalid: string | undefined;
};

function TextField({ id, name, label, chosen, invalid }: TextFieldProps) {
  return (
    <div className={invalid ? 'field has-error' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {invalid && (
        <p className="field__error" id={`${id}wrong`}>
          {invalid}
        </p>
      )}
      <input
        className="input"
        id={id}
        name={name}
        type="text"
        autoComplete="off"
        defaultValue={chosen}
        maxLength={LONGEST_NAME}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={invalid && `${id}wrong`}
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

function studyTypes({ study_type }: FilterCounts): [string, string, number][] {
  return [
    ['interventional', 'Tests a Treatment', study_type.interventional],
    ['observational', 'Observes Health Only', study_type.observational],
    ['expanded access', 'Expanded Access', study_type.expanded_access],
  ];
}

/** The phases that studies are in, and the chosen one, with a short explanation each. */
function phasesOf({ phase }: FilterCounts, chosen: string | undefined): [string, string, number][] {
  const phases: [string, string, number][] = [
    ['early1', 'Early Phase 1: Tries Very Small Doses', phase.early_one],
    ['1', 'Phase 1: Tests Whether It Is Safe', phase.one],
    ['2', 'Phase 2: Tests Whether It Works', phase.two],
    ['3', 'Phase 3: Compares It in Many People', phase.three],
    ['4', 'Phase 4: Watches It After Approval', phase.four],
  ];
  return phases.filter(([value, , studies]) => studies > 0 || value === chosen);
}

/** The choices of the form, without empty ones. */
function choicesOf(form: HTMLFormElement): URLSearchParams {
  const selected = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text !== '') {
      selected.set(name, text);
    }
  }
  return selected;
}

/** The first invalid choice, if any. */
function firstInvalid(selected: URLSearchParams): 'age' | 'near' | undefined {
  if (!isAge(selected.get('age') ?? '')) {
    return 'age';
  }
  return selected.get('sort') === 'nearest' && !selected.has('near') ? 'near' : undefined;
}

/** Whether a text is an age, or a range with a dash that may lack one end, as read from the search text. */
function isAge(text: string): boolean {
  const ends = text.split('-').map((end) => end.trim());
  const ages = ends.filter((end) => end !== '');
  return text === '' || (ends.length <= 2 && ages.length > 0 && ages.every(isSingleAge) && isRising(ages));
}

/** Whether two ages in years rise. The server checks other units. */
function isRising(ages: string[]): boolean {
  const [youngest = 0, oldest = MAX_YEARS] = ages.map(Number);
  return !(youngest > oldest);
}
