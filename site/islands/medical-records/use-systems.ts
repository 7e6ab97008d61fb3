import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../backend/backend-error';
import { healthSystems } from '../backend/records';
import type { HealthSystemCard } from '../wire/HealthSystemCard';

/** So long somebody has to stop typing before the list follows, in milliseconds. */
export const PAUSE_IN_TYPING = 400;

/** A list of health systems; empty while it is loading for the first time, and when it could not be had. */
export type Systems = {
  state: 'loading' | 'listed' | 'failed';
  list: HealthSystemCard[];
  /** How many there are, of which the list may show some. */
  total: number;
  /** The place that was asked for, when the list has none near it. */
  noneNear: string | null;
};

const NONE = { list: [], total: 0, noneNear: null };

/** The health systems that are searched for, and ways to search. */
export function useSystems(first: string, participant: string | null) {
  const [systems, setSystems] = useState<Systems>({ state: 'loading', ...NONE });
  const [wanted, setWanted] = useState(first);
  const pending = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const drop = () => {
    clearTimeout(timer.current);
    pending.current?.abort();
  };

  const searchFor = async (text: string) => {
    drop();
    const call = new AbortController();
    pending.current = call;
    setWanted(text);
    setSystems((before) => ({ ...before, state: 'loading' }));
    try {
      const { output, total, none_near } = await healthSystems(text.trim(), participant, call.signal);
      setSystems({ state: 'listed', list: output, total, noneNear: none_near });
    } catch (error) {
      if (!isCancelled(error)) {
        setSystems({ state: 'failed', ...NONE });
      }
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is there
  useEffect(() => {
    void searchFor(first);
    return drop;
  }, []);

  return {
    systems,
    /** What the list is of. */
    wanted,
    searchFor,
    /** Searches once typing pauses. */
    searchSoon: (text: string) => {
      drop();
      timer.current = setTimeout(() => void searchFor(text), PAUSE_IN_TYPING);
    },
  };
}
