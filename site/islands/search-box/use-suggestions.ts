import { useEffect, useRef, useState } from 'react';
import {
  suggestions as askSuggestions,
  NO_CONCEPTS,
  type Suggestion,
  type SuggestionFile,
  suggestionFile,
  type TypingPlace,
} from '../backend/suggestions';
import { filterNames, lettersOf } from './filter-names';
import { pageLanguage } from './page-language';

const TYPING_PAUSE = 120;

/** Suggestions for the typed text. */
export type Suggestions = {
  list: Suggestion[];
  suggestFor: (text: string, country: string) => void;
  cancel: () => void;
};

/**
 * Suggests names that begin with the typed text and have results in the country, from a small file per first letters. If the file
 * has no match, asks the server once typing pauses, because it also knows typos, other languages, and rarer names. Late answers
 * and failures are dropped.
 */
export function useSuggestions(): Suggestions {
  const [list, setList] = useState<Suggestion[]>([]);
  const pending = useRef<AbortController | null>(null);
  const file = useRef<{ letters: string; content: Promise<SuggestionFile> } | null>(null);

  const cancel = () => {
    pending.current?.abort();
    pending.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount, cancels whatever is pending then
  useEffect(() => cancel, []);

  /** The file of these letters. It stays cached even if its request's text has changed. */
  const fileOf = (letters: string, language: TypingPlace['language']): Promise<SuggestionFile> => {
    if (file.current?.letters !== letters) {
      const content = suggestionFile(letters, language);
      file.current = { letters, content };
      content.catch(() => {
        file.current = null;
      });
    }
    return file.current.content.catch(() => NO_CONCEPTS);
  };

  const findNames = async (typed: string, place: TypingPlace, signal: AbortSignal): Promise<Suggestion[]> => {
    const letters = lettersOf(typed);
    const known =
      letters === '' ? [] : filterNames(await fileOf(letters, place.language), typed, place.country);
    if (known.length > 0 || (await isAbortedAfter(TYPING_PAUSE, signal))) {
      return known;
    }
    return askSuggestions(typed, place, signal).catch(() => []);
  };

  const suggestFor = (text: string, country: string) => {
    cancel();
    const typed = text.trim();
    if (typed === '') {
      setList([]);
      return;
    }
    const call = new AbortController();
    pending.current = call;
    const place = { country, language: pageLanguage() };
    findNames(typed, place, call.signal).then((names) => call.signal.aborted || setList(names));
  };

  return { list, suggestFor, cancel };
}

/** Waits, and returns whether the signal was aborted by then. */
function isAbortedAfter(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(signal.aborted), milliseconds);
  });
}
