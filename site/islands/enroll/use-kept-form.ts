import { useEffect, useRef, useState } from 'react';
import { keepForm } from '../backend/draft';
import type { BegunForm } from '../wire/BegunForm';
import { fillIn, formToKeep } from './kept-form';

/** What a form needs so that nothing typed is lost. */
export type KeptForm = {
  /** Belongs to the form. */
  ref: React.RefObject<HTMLFormElement | null>;
  /** What stood in it when it was left; nothing once it is cleared. */
  kept: BegunForm | null;
  onInput: () => void;
  /** Keeps what was typed since the last time. */
  keep: () => Promise<void>;
  clear: () => void;
  /** Changes when the form is cleared, so that its fields begin anew. */
  round: number;
};

/**
 * Keeps what is typed into a form that is still open when its page is left or put aside, and puts back what stood there
 * before.
 */
export function useKeptForm(studyNumber: string, before: BegunForm | null, isOpen: boolean): KeptForm {
  const ref = useRef<HTMLFormElement>(null);
  const typed = useRef(false);
  const [kept, setKept] = useState(before);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (ref.current !== null && kept !== null) {
      fillIn(ref.current, kept);
    }
  }, [kept]);

  const keep = async () => {
    if (!isOpen || !typed.current || ref.current === null) {
      return;
    }
    typed.current = false;
    await keepForm(studyNumber, formToKeep(ref.current)).catch(() => {
      typed.current = true;
    });
  };

  const leave = useRef(keep);
  leave.current = keep;
  useEffect(() => {
    const onLeaving = () => {
      if (document.visibilityState === 'hidden') {
        leave.current();
      }
    };
    document.addEventListener('visibilitychange', onLeaving);
    return () => document.removeEventListener('visibilitychange', onLeaving);
  }, []);

  const clear = () => {
    typed.current = false;
    setKept(null);
    setRound((count) => count + 1);
    keepForm(studyNumber, {}).catch(() => {});
  };

  const onInput = () => {
    typed.current = true;
  };
  return { ref, kept, onInput, keep, clear, round };
}
