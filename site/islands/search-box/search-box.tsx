import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MISSING_CONDITION_OR_COUNTRY, TOO_LONG } from '../messages/search';
import { AlertDialog } from '../parts/alert-dialog';
import { rememberSearch, type SearchMemory } from '../search-memory';
import { useAddress } from '../use-address';
import { ConditionField } from './condition-field';
import { CountryField } from './country-field';

/** The most characters that a search may have. */
const LONGEST_CONDITION = 200;

/** What the box shows and where it leads. */
export type SearchBoxProps = {
  condition: string;
  country: string;
  countries: string[];
  action: string;
};

/**
 * The search form: condition, country, and the way to the results. Works as a plain form, too. On the page of the
 * results it holds their search.
 */
export function SearchBox({ condition, country, countries, action }: SearchBoxProps) {
  const address = useAddress();
  const shown = address?.path === action ? address.query : null;
  const shownCountry = shown?.get('in')?.trim().toUpperCase() ?? '';
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const search = searchIn(event.currentTarget);
    const found = whatIsWrong(search);
    if (found !== null) {
      event.preventDefault();
      setWrong(found);
      return;
    }
    rememberSearch(search);
  };

  const closeAlert = () => {
    // The field takes no focus as long as the alert stands in front of it.
    flushSync(() => setWrong(null));
    form.current?.querySelector<HTMLInputElement>('input[name="q"]')?.focus();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: phones that are a few years old don't know the search element */}
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
      {wrong !== null && <AlertDialog message={wrong} onClose={closeAlert} />}
    </>
  );
}

function whatIsWrong({ condition, country }: SearchMemory): string | null {
  if (condition === '' || country === '') {
    return MISSING_CONDITION_OR_COUNTRY;
  }
  return Array.from(condition).length > LONGEST_CONDITION ? TOO_LONG : null;
}

function searchIn(form: HTMLFormElement): SearchMemory {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? '').trim();
  return { condition: text('q'), country: text('in') };
}
