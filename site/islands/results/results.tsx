import { useEffect, useState } from 'react';
import { isCancelled, mayPass, plainSentence } from '../backend/backend-error';
import type { SearchWords } from '../backend/search';
import { choicesIn, search } from '../backend/search';
import { MISSING_CONDITION_OR_COUNTRY } from '../messages/search';
import { AlertDialog } from '../parts/alert-dialog';
import { Loading } from '../parts/loading';
import { TryAgain } from '../parts/try-again';
import { SearchBox } from '../search-box/search-box';
import { rememberSearch } from '../search-memory';
import { useAddress } from '../use-address';
import { useEmbedded } from '../use-embedded';
import type { SearchAnswer } from '../wire/SearchAnswer';
import { FoundStudies } from './found-studies';

/** What the page needs besides its own address. */
export type ResultsProps = { countries: string[]; default_country: string };

/** The results of the search that the page's address holds. */
export function Results({ countries, default_country }: ResultsProps) {
  const address = useAddress();
  const words = address && searchWords(address.query);
  const embedded = useEmbedded();
  // The server knows every name of a country; the list has one.
  const [named, setNamed] = useState<string | null>(null);
  const country = named ?? words?.country.toUpperCase() ?? '';
  return (
    <div className="results">
      <h1 className="results__title">Search Results</h1>
      <SearchBox
        condition={words?.condition ?? ''}
        country={countries.includes(country) ? country : default_country}
        countries={countries}
        action="/results"
        embedded={embedded}
      />
      {words ? (
        <Search words={words} query={address.query} embedded={embedded} onCountry={setNamed} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** An address without `q` or `in` is a mistake; the menu's link, whose `q` is empty, is a beginning. */
function Search({ words, query, embedded, onCountry }: AnswerProps & { query: URLSearchParams }) {
  if (words.condition === '' && words.country !== '' && query.has('q')) {
    return <p className="results__start">Type a condition, such as asthma, and choose Search.</p>;
  }
  if (words.condition === '' || words.country === '') {
    return <AlertDialog message={MISSING_CONDITION_OR_COUNTRY} onClose={() => location.assign('/')} />;
  }
  return <Answer words={words} embedded={embedded} onCountry={onCountry} />;
}

type State = { answer: SearchAnswer } | { failure: string; again: boolean } | 'loading';

type AnswerProps = { words: SearchWords; embedded: boolean; onCountry: (country: string) => void };

function Answer({ words, embedded, onCountry }: AnswerProps) {
  const { condition, country, page, choices } = words;
  const [state, setState] = useState<State>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const call = new AbortController();
    rememberSearch({ condition, country });
    setState('loading');
    search({ condition, country, page, choices }, call.signal).then(
      (answer) => {
        onCountry(answer.in);
        setState({ answer });
      },
      (error: unknown) =>
        isCancelled(error) || setState({ failure: plainSentence(error), again: mayPass(error) }),
    );
    return () => call.abort();
  }, [condition, country, page, choices, attempt]);

  const retry = () => setAttempt((count) => count + 1);
  return (
    <>
      <p className="visually-hidden" role="status">
        {state !== 'loading' && 'answer' in state ? countOf(state.answer) : ''}
      </p>
      {state === 'loading' && <Loading />}
      {state !== 'loading' && 'failure' in state && (
        <TryAgain message={state.failure} onRetry={state.again ? retry : null} />
      )}
      {state !== 'loading' && 'answer' in state && (
        <FoundStudies answer={state.answer} choices={choices} embedded={embedded} onRetry={retry} />
      )}
    </>
  );
}

function countOf({ total, studies }: SearchAnswer): string {
  if (total === 0 && studies.length > 0) {
    return 'No trial fits all of your search. Others may help';
  }
  return total === 1 ? 'One trial was found' : `${total} trials were found`;
}

function searchWords(query: URLSearchParams): SearchWords {
  const text = (name: string) => query.get(name)?.trim() ?? '';
  return { condition: text('q'), country: text('in'), page: query.get('page'), choices: choicesIn(query) };
}
