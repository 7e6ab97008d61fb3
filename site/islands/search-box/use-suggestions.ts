import { useEffect, useRef, useState } from 'react';
import { suggestions as askSuggestions } from '../backend/suggestions';

const PAUSE_IN_TYPING = 120;

/** Suggestions for what is being typed. */
export type Suggestions = { list: string[]; suggestFor: (text: string) => void; drop: () => void };

/** Asks for suggestions once typing pauses. An answer that comes after more was typed is dropped, and so is a failure. */
export function useSuggestions(): Suggestions {
  const [list, setList] = useState<string[]>([]);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; call: AbortController } | null>(null);

  const drop = () => {
    if (pending.current) {
      clearTimeout(pending.current.timer);
      pending.current.call.abort();
      pending.current = null;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the island goes, with whatever is pending then
  useEffect(() => drop, []);

  const suggestFor = (text: string) => {
    drop();
    const condition = text.trim();
    if (condition === '') {
      setList([]);
      return;
    }
    const call = new AbortController();
    const timer = setTimeout(async () => {
      const found = await askSuggestions(condition, call.signal).catch(() => []);
      if (!call.signal.aborted) {
        setList(found);
      }
    }, PAUSE_IN_TYPING);
    pending.current = { timer, call };
  };

  return { list, suggestFor, drop };
}
