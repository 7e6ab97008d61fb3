import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../backend/backend-error';
import { healthSystems } from '../backend/records';
import type { HealthSystemCard } from '../wire/HealthSystemCard';

/** How long to wait after the last keystroke before searching, in milliseconds. */
export const TYPING_PAUSE = 400;

/** A list of health systems. Empty during the first load and after a failure. */
export type Systems = {
  state: 'loading' | 'listed' | 'failed';
  list: HealthSystemCard[];
  /** The number of all matching systems, of which the list may show some. */
  total: number;
  /** The requested place, if the list has no system near it. */
  noneNear: string | null;
};

const EMPTY = { list: [], total: 0, noneNear: null };

/** Searches health systems. */
export function useSystems(first: string, participant: string | null) {
  const [systems, setSystems] = useState<Systems>({ state: 'loading', ...EMPTY });
  const [wanted, setWanted] = useState(first);
  const pending = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = () => {
    clearTimeout(timer.current);
    pending.current?.abort();
  };

  const searchFor = async (text: string) => {
    cancel();
    const call = new AbortController();
    pending.current = call;
    setWanted(text);
    setSystems((before) => ({ ...before, state: 'loading' }));
    try {
      const { output, total, none_near } = await healthSystems(text.trim(), participant, call.signal);
      setSystems({ state: 'listed', list: output, total, noneNear: none_near });
    } catch (error) {
      if (!isCancelled(error)) {
        setSystems({ state: 'failed', ...EMPTY });
      }
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is mounted
  useEffect(() => {
    void searchFor(first);
    return cancel;
  }, []);

  return {
    systems,
    /** The text of the current search. */
    wanted,
    searchFor,
    /** Searches once typing pauses. */
    searchSoon: (text: string) => {
      cancel();
      timer.current = setTimeout(() => void searchFor(text), TYPING_PAUSE);
    },
  };
}
