import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { isCancelled, plainSentence } from '../backend/backend-error';
import { readDescription } from '../backend/description';
import type { PageLanguage } from '../search-box/page-language';
import type { DescribeAnswer } from '../wire/DescribeAnswer';
import { DescribedSearch } from './described-search';
import { isNothing, namesOf } from './kept-parts';
import { MessageText } from './message-text';
import { WORDS } from './words';

/** The maximum number of characters of a description, as the server counts them. */
const MAX_LENGTH = 4000;
/** The share of the maximum from which the remaining characters are shown. */
const COUNT_FROM = 0.8;

/** The language of the page, the country that the search box shows, the choices of countries, and the results' address. */
export type DescriptionFormProps = {
  language: PageLanguage;
  countryBeside: () => string;
  countries: string[];
  action: string;
};

type State = { answer: DescribeAnswer; attempt: number } | { failure: string } | 'empty' | 'reading';

/**
 * A description in one's own words. It is posted to the server and stays on the page: it is in no address, and no
 * browser storage. Its field has no name and no autocompletion, so that the browser doesn't keep it either.
 */
export default function DescriptionForm({
  language,
  countryBeside,
  countries,
  action,
}: DescriptionFormProps) {
  const words = WORDS[language];
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const call = useRef<AbortController | null>(null);
  const [length, setLength] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<State>('empty');
  useEffect(() => () => call.current?.abort(), []);

  const read = (event: FormEvent) => {
    event.preventDefault();
    const text = area.current?.value ?? '';
    const found = problemOf(text);
    setError(found);
    call.current?.abort();
    if (found !== null) {
      setState('empty');
      area.current?.focus();
      return;
    }
    const current = new AbortController();
    call.current = current;
    setState('reading');
    readDescription({ text, in: countryBeside(), language }, current.signal).then(
      (answer) => setState({ answer, attempt: Date.now() }),
      (failed: unknown) => isCancelled(failed) || setState({ failure: plainSentence(failed) }),
    );
  };

  const problemOf = (text: string): string | null => {
    if (text.trim() === '') {
      return words.empty;
    }
    const excess = lengthOf(text) - MAX_LENGTH;
    return excess > 0 ? words.tooLong(excess) : null;
  };

  const isRead = typeof state === 'object' && 'answer' in state;
  const left = MAX_LENGTH - length;
  return (
    <>
      <form onSubmit={read} noValidate>
        <div className={error === null ? 'field' : 'field has-error'}>
          <label className="field__label" htmlFor={`${id}text`}>
            {words.label}
          </label>
          <p className="field__hint" id={`${id}hint`}>
            {words.hint}{' '}
            {words.languages.map(({ lang, text }) => (
              <span key={lang} lang={lang}>
                {text}{' '}
              </span>
            ))}
          </p>
          {error !== null && (
            <p className="field__error" id={`${id}error`}>
              {error}
            </p>
          )}
          <textarea
            ref={area}
            className="input input--area"
            id={`${id}text`}
            rows={5}
            autoComplete="off"
            aria-invalid={error === null ? undefined : true}
            aria-describedby={error === null ? `${id}hint` : `${id}error ${id}hint`}
            onInput={({ currentTarget }) => setLength(lengthOf(currentTarget.value))}
          />
          <p className={left < 0 ? 'field__count field__count--over' : 'field__count'} role="status">
            {length >= MAX_LENGTH * COUNT_FROM && (left < 0 ? words.tooMany(-left) : words.left(left))}
          </p>
        </div>
        <button className="button" type="submit">
          {words.read}
        </button>
      </form>
      {typeof state === 'object' && 'failure' in state && (
        <p className="note note--problem" role="alert">
          {state.failure}
        </p>
      )}
      {isRead && state.answer.help !== null && (
        <p className="note note--warning" role="alert">
          <MessageText content={state.answer.help} />
        </p>
      )}
      <p className="describe__status" role="status">
        {state === 'reading' && words.reading}
        {isRead && (isNothing(state.answer) ? words.nothing : words.understood(namesOf(state.answer, words)))}
      </p>
      {isRead && !isNothing(state.answer) && (
        <DescribedSearch
          key={state.attempt}
          answer={state.answer}
          countries={countries}
          action={action}
          words={words}
        />
      )}
    </>
  );
}

/** The number of characters as the server counts them. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
