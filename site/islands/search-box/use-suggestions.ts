import { useEffect, useRef, useState } from 'react';
import { suggestions as askSuggestions, type NamedConcept, suggestionFile } from '../backend/suggestions';
import { beginAsTyped, lettersOf } from './begin-as-typed';

const PAUSE_IN_TYPING = 120;

/** Suggestions for what is being typed. */
export type Suggestions = { list: string[]; suggestFor: (text: string) => void; drop: () => void };

/**
 * Suggests names that begin as what is typed, from a small file that is fetched once for its first letters. Where no name
 * of it does, the server is asked once typing pauses, because it knows slips and rarer names. An answer that comes
 * after more was typed is dropped, and so is a failure.
 */
export function useSuggestions(): Suggestions {
  const [list, setList] = useState<string[]>([]);
  const pending = useRef<AbortController | null>(null);
  const file = useRef<{ letters: string; names: Promise<NamedConcept[]> } | null>(null);

  const drop = () => {
    pending.current?.abort();
    pending.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the island goes, with whatever is pending then
  useEffect(() => drop, []);

  /** The names under these letters. Their file is kept, whatever becomes of the typing that asked for it. */
  const namesUnder = (letters: string): Promise<NamedConcept[]> => {
    if (file.current?.letters !== letters) {
      const names = suggestionFile(letters);
      file.current = { letters, names };
      names.catch(() => {
        file.current = null;
      });
    }
    return file.current.names.catch(() => []);
  };

  const found = async (typed: string, signal: AbortSignal): Promise<string[]> => {
    const letters = lettersOf(typed);
    const known = letters === '' ? [] : beginAsTyped(await namesUnder(letters), typed);
    if (known.length > 0 || (await stoppedWithin(PAUSE_IN_TYPING, signal))) {
      return known;
    }
    return askSuggestions(typed, signal).catch(() => []);
  };

  const suggestFor = (text: string) => {
    drop();
    const typed = text.trim();
    if (typed === '') {
      setList([]);
      return;
    }
    const call = new AbortController();
    pending.current = call;
    found(typed, call.signal).then((names) => call.signal.aborted || setList(names));
  };

  return { list, suggestFor, drop };
}

/** Waits, and says whether it was stopped meanwhile. */
function stoppedWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(signal.aborted), milliseconds);
  });
}
