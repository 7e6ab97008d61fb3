import { useEffect, useRef, useState } from 'react';
import { rememberChoice } from '../backend/records';
import type { ChosenRecords } from '../wire/ChosenRecords';

/** How long to wait after the last change before saving, in milliseconds. */
const SAVE_DELAY = 300;

/** A selection that the server stores, so that it survives a reload. */
export type Remembered = {
  /** Whether the last selection could not be saved. */
  failed: boolean;
  /** Saves a changed selection. */
  remember: (chosen: ChosenRecords) => void;
  /** Called before a request. The returned function says whether the answer is newer than the selection here. */
  beginRequest: () => () => boolean;
};

/** Saves the selection after a pause, and when the page is left. */
export function useRemembering(connection: string): Remembered {
  const timer = useRef(0);
  const unsaved = useRef<ChosenRecords | null>(null);
  /** How many selections were made, and how many of them the server knows. */
  const changeCount = useRef(0);
  const savedCount = useRef(0);
  const [failed, setFailed] = useState(false);

  const save = () => {
    clearTimeout(timer.current);
    const chosen = unsaved.current;
    if (chosen === null) {
      return;
    }
    unsaved.current = null;
    const saving = changeCount.current;
    rememberChoice({ connection, records: chosen }).then(
      () => {
        savedCount.current = saving;
        setFailed(unsaved.current !== null);
      },
      () => {
        unsaved.current ??= chosen;
        setFailed(true);
      },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup saves what is pending for its connection
  useEffect(() => {
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [connection]);

  const remember = (chosen: ChosenRecords) => {
    clearTimeout(timer.current);
    changeCount.current += 1;
    unsaved.current = chosen;
    timer.current = window.setTimeout(save, SAVE_DELAY);
  };
  const beginRequest = () => {
    const [before, savedBefore] = [changeCount.current, savedCount.current];
    return () => before === savedBefore && before === changeCount.current;
  };
  return { failed, remember, beginRequest };
}
