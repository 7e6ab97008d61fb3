import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Describe } from '../describe/describe';
import { MISSING_CONDITION_OR_COUNTRY, TOO_LONG } from '../messages/search';
import { AlertDialog } from '../parts/alert-dialog';
import { rememberSearch, type SearchMemory } from '../search-memory';
import { useAddress } from '../use-address';
import { ConditionField } from './condition-field';
import { CountryField } from './country-field';
import { SearchLine } from './search-line';

/** The maximum number of characters of a search. */
const MAX_CONDITION = 200;

/** The initial values of the box, and the address of the results. */
export type SearchBoxProps = {
  condition: string;
  country: string;
  countries: string[];
  action: string;
  /** Whether phones fold the box to one line, so that the results below it are in view. */
  folds: boolean;
};

/**
 * The search form with condition and country, and a description as a second way to search. The form also works without a
 * script. On the results page it shows the current search.
 */
export function SearchBox({ condition, country, countries, action, folds }: SearchBoxProps) {
  const address = useAddress();
  const shown = address?.path === action ? address.query : null;
  const shownCountry = shown?.get('in')?.trim().toUpperCase() ?? '';
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const search = searchIn(event.currentTarget);
    const found = problemOf(search);
    if (found !== null) {
      event.preventDefault();
      setProblem(found);
      return;
    }
    rememberSearch(search);
  };

  const focusCondition = () => form.current?.querySelector<HTMLInputElement>('input[name="q"]')?.focus();

  const closeAlert = () => {
    // The field can't take the focus while the alert is open.
    flushSync(() => setProblem(null));
    focusCondition();
  };

  const toggle = () => {
    // The field can't take the focus while it is folded.
    flushSync(() => setIsOpen(!isOpen));
    if (!isOpen) {
      focusCondition();
    }
  };

  const shownCondition = shown?.get('q')?.trim() ?? condition;
  const usedCountry = countries.includes(shownCountry) ? shownCountry : country;
  // An address with an empty search has no results to make room for.
  const isFolding = folds && !(shown !== null && shownCondition === '');

  return (
    <div className={isFolding && !isOpen ? 'search-box is-folded' : 'search-box'}>
      {isFolding && (
        <SearchLine
          condition={shownCondition}
          country={shown?.get('in')?.trim() || country}
          isOpen={isOpen}
          controls={id}
          onToggle={toggle}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: phones that are a few years old lack the search element */}
      <form
        role="search"
        id={id}
        ref={form}
        className="search"
        method="get"
        action={action}
        onSubmit={onSubmit}
      >
        <ConditionField condition={shownCondition} />
        <CountryField country={usedCountry} countries={countries} />
        <button className="button search__button" type="submit">
          Search
        </button>
      </form>
      <Describe
        countryBeside={() => (form.current ? searchIn(form.current).country : country)}
        countries={countries}
        action={action}
      />
      {problem !== null && <AlertDialog message={problem} onClose={closeAlert} />}
    </div>
  );
}

function problemOf({ condition, country }: SearchMemory): string | null {
  if (condition === '' || country === '') {
    return MISSING_CONDITION_OR_COUNTRY;
  }
  return Array.from(condition).length > MAX_CONDITION ? TOO_LONG : null;
}

function searchIn(form: HTMLFormElement): SearchMemory {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? '').trim();
  return { condition: text('q'), country: text('in') };
}
