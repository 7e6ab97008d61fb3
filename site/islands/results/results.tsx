import { useEffect, useRef, useState } from 'react';
import { isCancelled, isWorthRetrying, plainSentence } from '../backend/backend-error';
import type { SearchWords } from '../backend/search';
import { choicesIn, choicesWithout, searchReadable } from '../backend/search';
import { MISSING_CONDITION_OR_COUNTRY } from '../messages/search';
import { AlertDialog } from '../parts/alert-dialog';
import { Loading } from '../parts/loading';
import { TryAgain } from '../parts/try-again';
import { showInBox } from '../search-box/show-in-box';
import { rememberSearch } from '../search-memory';
import { useAddress } from '../use-address';
import { useEmbedded } from '../use-embedded';
import type { SearchAnswer } from '../wire/SearchAnswer';
import { addressOf } from './address-of-results';
import { Filters } from './filters';
import { FoundStudies } from './found-studies';
import { returnToPlace, trackPlace } from './place-in-results';
import type { Unreadable } from './unreadable-choices';

/** What the server found for the page's address, if it filled the page. */
export type ResultsProps = {
  answer?: SearchAnswer;
  failure?: string;
  /** The values of the address that the server could not read and left out, by name. */
  unreadable?: Unreadable;
};

/** The results of the search in the page's address. */
export function Results({ answer, failure, unreadable }: ResultsProps) {
  const address = useAddress();
  const embedded = useEmbedded();
  if (address === null) {
    return <Loading />;
  }
  const query = new URLSearchParams(address.query);
  for (const name of Object.keys(unreadable ?? {})) {
    query.delete(name);
  }
  const found = answer ? { answer, unreadable } : failure === undefined ? null : { failure, canRetry: false };
  return <Search words={searchWords(query)} query={query} embedded={embedded} found={found} />;
}

/** An address without `q` or `in` is an error. The menu's link, which has an empty `q`, starts a new search. */
function Search({ words, query, embedded, found }: AnswerProps & { query: URLSearchParams }) {
  if (words.condition === '' && words.country !== '' && query.has('q')) {
    return <p className="results__start">Type a condition, such as asthma, and choose Search.</p>;
  }
  if (words.condition === '' || words.country === '') {
    return <MissingWords />;
  }
  return <Answer words={words} embedded={embedded} found={found} />;
}

function MissingWords() {
  return (
    <>
      <noscript>
        <p className="results__start">{MISSING_CONDITION_OR_COUNTRY}</p>
      </noscript>
      <AlertDialog message={MISSING_CONDITION_OR_COUNTRY} onClose={() => location.assign('/')} />
    </>
  );
}

type Outcome =
  | { answer: SearchAnswer; unreadable?: Unreadable | undefined }
  | { failure: string; canRetry: boolean };

type AnswerProps = { words: SearchWords; embedded: boolean; found: Outcome | null };

function Answer({ words, embedded, found }: AnswerProps) {
  const { condition, country, page, choices } = words;
  const [state, setState] = useState<Outcome | 'loading'>(found ?? 'loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt searches again
  useEffect(() => {
    rememberSearch({ condition, country });
    showInBox('q', condition);
    if (attempt === 0 && found) {
      showInBox('in', 'answer' in found ? found.answer.in : country);
      return undefined;
    }
    const call = new AbortController();
    setState('loading');
    searchReadable({ condition, country, page, choices }, call.signal).then(
      (found) => {
        // The server knows every name of a country; the list has one per country.
        showInBox('in', found.answer.in);
        setState(found);
      },
      (error: unknown) =>
        isCancelled(error) || setState({ failure: plainSentence(error), canRetry: isWorthRetrying(error) }),
    );
    return () => call.abort();
  }, [condition, country, page, choices, attempt]);

  const retry = () => setAttempt((count) => count + 1);
  const results = useRef<HTMLDivElement>(null);
  const isFound = state !== 'loading' && 'answer' in state;
  const readable = isFound ? choicesWithout(choices, state.unreadable) : choices;
  useEffect(() => {
    if (isFound && results.current) {
      returnToPlace(results.current);
      return trackPlace(results.current);
    }
    return undefined;
  }, [isFound]);
  return (
    <div className="results" ref={results}>
      <p className="visually-hidden" role="status">
        {state !== 'loading' && 'answer' in state ? countOf(state.answer) : ''}
      </p>
      {state === 'loading' && <Loading />}
      {state !== 'loading' && 'failure' in state && (
        <TryAgain message={state.failure} onRetry={state.canRetry ? retry : null} />
      )}
      {state !== 'loading' && 'failure' in state && !state.canRetry && (
        <p className="results__start">
          <a href={addressOf(condition, country, '', embedded)}>Search without filters</a>
        </p>
      )}
      {state !== 'loading' && 'answer' in state && (
        <div className="answer">
          <Filters
            answer={state.answer}
            choices={readable}
            embedded={embedded}
            unreadable={state.unreadable}
          />
          <FoundStudies
            answer={state.answer}
            choices={readable}
            embedded={embedded}
            unreadable={state.unreadable}
            onRetry={retry}
          />
        </div>
      )}
    </div>
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
