import { useEffect, useRef } from 'react';
import { rememberChoice } from '../backend/records';
import type { ChosenRecords } from '../wire/ChosenRecords';

/** How long nothing more is chosen before the server is told, in milliseconds. */
const QUIET = 400;

/** Has the server remember a choice that changed, so that what is left out is still left out after a reload. */
export function useRemembering(connection: string): (chosen: ChosenRecords) => void {
  const waiting = useRef<{ timer: number; chosen: ChosenRecords } | null>(null);

  const tell = () => {
    if (waiting.current !== null) {
      clearTimeout(waiting.current.timer);
      // What is on the screen counts when records are shared, remembered or not.
      rememberChoice({ connection, records: waiting.current.chosen }).catch(() => {});
      waiting.current = null;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is told by whoever is there when the page is left
  useEffect(() => {
    addEventListener('pagehide', tell);
    return () => {
      removeEventListener('pagehide', tell);
      tell();
    };
  }, [connection]);

  return (chosen) => {
    clearTimeout(waiting.current?.timer);
    waiting.current = { timer: window.setTimeout(tell, QUIET), chosen };
  };
}
