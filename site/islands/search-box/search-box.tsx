import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Describe } from '../describe/describe';
import { MISSING_CONDITION_OR_COUNTRY, TOO_LONG } from '../messages/search';
import { AlertDialog } from '../parts/alert-dialog';
import { rememberSearch, type SearchMemory } from '../search-memory';
import { useAddress } from '../use-address';
import { ConditionField } from './condition-field';
import { CountryField } from './country-field';

/** The maximum number of characters of a search. */
const MAX_CONDITION = 200;

/** The initial values of the box, and the address of the results. */
export type SearchBoxProps = {
  condition: string;
  country: string;
  countries: string[];
  action: string;
};

/**
 * The search form with condition and country, and a description as a second way to search. The form also works without a
 * script. On the results page it shows the current search.
 */
export function SearchBox({ condition, country, countries, action }: SearchBoxProps) {
  const address = useAddress();
  const shown = address?.path === action ? address.query : null;
  const shownCountry = shown?.get('in')?.trim().toUpperCase() ?? '';
  const form = useRef<HTMLFormElement>(null);
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

  const closeAlert = () => {
    // The field can't take the focus while the alert is open.
    flushSync(() => setProblem(null));
    form.current?.querySelector<HTMLInputElement>('input[name="q"]')?.focus();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: phones that are a few years old lack the search element */}
      <form role="search" ref={form} className="search" method="get" action={action} onSubmit={onSubmit}>
        <ConditionField condition={shown?.get('q')?.trim() ?? condition} />
        <CountryField
          country={countries.includes(shownCountry) ? shownCountry : country}
          countries={countries}
        />
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
    </>
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
