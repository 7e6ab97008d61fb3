import { useEffect, useRef, useState } from 'react';
import { rememberChoice } from '../backend/records';
import type { ChosenRecords } from '../wire/ChosenRecords';

/** How long nothing more is chosen before the server is told, in milliseconds. */
const QUIET = 300;

/** A choice that the server remembers, so that what is left out is still left out after a reload. */
export type Remembered = {
  /** Whether the last choice could not be told. */
  failed: boolean;
  /** Has it remember a choice that changed. */
  remember: (chosen: ChosenRecords) => void;
  /** Begins to ask the server. Gives whether what it then says is newer than what was chosen here. */
  ask: () => () => boolean;
};

/** Tells the server of each choice once nothing more is chosen, and when the page is left what it does not know yet. */
export function useRemembering(connection: string): Remembered {
  const timer = useRef(0);
  const untold = useRef<ChosenRecords | null>(null);
  /** How many choices were made, and of how many of them the server knows. */
  const made = useRef(0);
  const known = useRef(0);
  const [failed, setFailed] = useState(false);

  const tell = () => {
    clearTimeout(timer.current);
    const chosen = untold.current;
    if (chosen === null) {
      return;
    }
    untold.current = null;
    const told = made.current;
    rememberChoice({ connection, records: chosen }).then(
      () => {
        known.current = told;
        setFailed(untold.current !== null);
      },
      () => {
        untold.current ??= chosen;
        setFailed(true);
      },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is told by whoever is there when the page is left
  useEffect(() => {
    addEventListener('pagehide', tell);
    return () => {
      removeEventListener('pagehide', tell);
      tell();
    };
  }, [connection]);

  const remember = (chosen: ChosenRecords) => {
    clearTimeout(timer.current);
    made.current += 1;
    untold.current = chosen;
    timer.current = window.setTimeout(tell, QUIET);
  };
  const ask = () => {
    const [before, knew] = [made.current, known.current];
    return () => before === knew && before === made.current;
  };
  return { failed, remember, ask };
}
