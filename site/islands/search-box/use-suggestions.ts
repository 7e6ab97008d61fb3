import { useEffect, useRef, useState } from 'react';
import { suggestions as askSuggestions, type NamedConcept, suggestionFile } from '../backend/suggestions';
import { filterNames, lettersOf } from './begin-as-typed';

const TYPING_PAUSE = 120;

/** Suggestions for the typed text. */
export type Suggestions = { list: string[]; suggestFor: (text: string) => void; cancel: () => void };

/**
 * Suggests names that begin with the typed text, from a small file per first letters. If the file has no match, asks the
 * server once typing pauses, because it also knows typos and rarer names. Late answers and failures are dropped.
 */
export function useSuggestions(): Suggestions {
  const [list, setList] = useState<string[]>([]);
  const pending = useRef<AbortController | null>(null);
  const file = useRef<{ letters: string; names: Promise<NamedConcept[]> } | null>(null);

  const cancel = () => {
    pending.current?.abort();
    pending.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount, cancels whatever is pending then
  useEffect(() => cancel, []);

  /** The names in the file of these letters. The file stays cached even if its request's text has changed. */
  const namesFor = (letters: string): Promise<NamedConcept[]> => {
    if (file.current?.letters !== letters) {
      const names = suggestionFile(letters);
      file.current = { letters, names };
      names.catch(() => {
        file.current = null;
      });
    }
    return file.current.names.catch(() => []);
  };

  const findNames = async (typed: string, signal: AbortSignal): Promise<string[]> => {
    const letters = lettersOf(typed);
    const known = letters === '' ? [] : filterNames(await namesFor(letters), typed);
    if (known.length > 0 || (await isAbortedAfter(TYPING_PAUSE, signal))) {
      return known;
    }
    return askSuggestions(typed, signal).catch(() => []);
  };

  const suggestFor = (text: string) => {
    cancel();
    const typed = text.trim();
    if (typed === '') {
      setList([]);
      return;
    }
    const call = new AbortController();
    pending.current = call;
    findNames(typed, call.signal).then((names) => call.signal.aborted || setList(names));
  };

  return { list, suggestFor, cancel };
}

/** Waits, and returns whether the signal was aborted by then. */
function isAbortedAfter(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(signal.aborted), milliseconds);
  });
}
