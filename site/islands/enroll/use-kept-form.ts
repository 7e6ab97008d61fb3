import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft } from '../backend/draft';
import { keptOfVisit } from '../search-memory';
import type { BegunForm } from '../wire/BegunForm';
import type { FieldError } from '../wire/FieldError';
import { fillIn, formToKeep } from './kept-form';
import { useLeaving } from './use-leaving';
import { useQuiet } from './use-quiet';

/** What a form needs so that nothing typed is lost. */
export type KeptForm = {
  /** Belongs to the form. */
  ref: React.RefObject<HTMLFormElement | null>;
  /** What stood in it when it was left; nothing once it is cleared. */
  restored: BegunForm | null;
  /** Whether something of it is kept now. */
  isKept: boolean;
  /** Whether what was typed last could not be kept. */
  keepFailed: boolean;
  /** Whether it could not be cleared where it is kept. */
  clearFailed: boolean;
  onInput: () => void;
  /** Keeps what was typed since the last time. */
  keep: () => Promise<void>;
  /** Keeps what was typed, and returns its wrong values; none when the server does not respond in time. */
  check: () => Promise<FieldError[]>;
  /** Keeps what was typed once more, and nothing after that, because the form is on its way; done when it may leave. */
  stop: () => Promise<void>;
  /** Keeps what is typed again, because the form was not taken. */
  goOn: () => void;
  clear: () => void;
  /** Changes when the form is cleared, so that its fields begin anew. */
  round: number;
};

/** How long nothing more is typed before it is kept, in milliseconds: a browser may end without a word. */
const QUIET = 8_000;

/** How long a check of what was typed holds up a press of a button, in milliseconds. The server checks the sign-up again. */
const CHECKING = 3_000;

/**
 * Keeps what is typed into a form when its page is left or put aside, or nothing is typed for a while, until it is sent,
 * and puts back what stood there before.
 */
export function useKeptForm(studyNumber: string, before: BegunForm | null, site: string | null): KeptForm {
  const ref = useRef<HTMLFormElement>(null);
  // A site that was chosen has to be known on the way back, too.
  const typed = useRef(site !== null);
  const stopped = useRef(false);
  const pending = useRef<Promise<void>>(Promise.resolve());
  const wrongValues = useRef<FieldError[] | null>(null);
  const [restored, setRestored] = useState(before);
  const [isKept, setIsKept] = useState(before !== null);
  const [keepFailed, setKeepFailed] = useState(false);
  const [clearFailed, setClearFailed] = useState(false);
  const [round, setRound] = useState(0);

  // Before anybody can see the form and type into it.
  useLayoutEffect(() => {
    if (ref.current !== null) {
      // A page that led here may have kept a place; the site itself keeps none (E-232).
      fillIn(ref.current, restored ?? { city: keptOfVisit('city'), state_territory: keptOfVisit('state') });
    }
  }, [restored]);

  const keep = async () => {
    if (stopped.current || !typed.current || ref.current === null) {
      return;
    }
    typed.current = false;
    pending.current = keepDraft(studyNumber, {
      form: { ...formToKeep(ref.current), ...(site !== null && { site }) },
    }).then(
      (wrong) => {
        wrongValues.current = wrong;
        setIsKept(true);
        setKeepFailed(false);
      },
      () => {
        typed.current = true;
        setKeepFailed(true);
      },
    );
    await pending.current;
  };

  const check = async () => {
    typed.current ||= wrongValues.current === null;
    await Promise.race([
      keep().then(() => pending.current),
      new Promise<void>((resolve) => setTimeout(resolve, CHECKING)),
    ]);
    return typed.current ? [] : (wrongValues.current ?? []);
  };

  useLeaving(keep);

  const firstSite = useRef(site);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is kept like something typed
  useEffect(() => {
    if (site !== firstSite.current) {
      firstSite.current = site;
      onInput();
    }
  }, [site]);

  const clear = () => {
    typed.current = false;
    wrongValues.current = null;
    setRestored(null);
    setRound((count) => count + 1);
    ref.current?.querySelector<HTMLElement>('.form__title')?.focus();
    keepDraft(studyNumber, { form: {} }).then(
      () => {
        setIsKept(false);
        setClearFailed(false);
      },
      () => setClearFailed(true),
    );
  };

  const keepSoon = useQuiet(QUIET, keep);
  const onInput = () => {
    typed.current = true;
    keepSoon();
  };
  const stop = async () => {
    const kept = keep();
    // A form that was sent is known by the browser's capability, which keeping something more might change.
    stopped.current = true;
    await kept;
    await pending.current;
  };
  const goOn = () => {
    stopped.current = false;
  };
  return { ref, restored, isKept, keepFailed, clearFailed, onInput, keep, check, stop, goOn, clear, round };
}
