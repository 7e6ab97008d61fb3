import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { saveDraft } from '../backend/draft';
import { visitValue } from '../search-memory';
import type { BegunForm } from '../wire/BegunForm';
import type { FieldError } from '../wire/FieldError';
import { dateOfBirthOf, draftOf, fillIn } from './form-draft';
import { readForm } from './form-values';
import { isChildAlone } from './minor-alone';
import { useDebounced, useLeaving } from './save-times';

/** Saves a form as a draft. */
export type DraftForm = {
  /** For the form. */
  ref: React.RefObject<HTMLFormElement | null>;
  /** The restored draft; null once it is cleared. */
  restored: BegunForm | null;
  /** Whether the server stores a draft. */
  isSaved: boolean;
  /** Whether the last attempt to save failed. */
  saveFailed: boolean;
  /** Whether clearing the stored draft failed. */
  clearFailed: boolean;
  onInput: () => void;
  /** Saves the changes since the last time. */
  save: () => Promise<void>;
  /** Saves the draft and returns the errors; none if the server does not answer in time. */
  check: () => Promise<FieldError[]>;
  /** Saves once more and stops, because the form is being sent. Resolves when the form may be sent. */
  stop: () => Promise<void>;
  /** Resumes saving, because the form was rejected. */
  resume: () => void;
  clear: () => void;
  /** Changes when the form is cleared, to reset its fields. */
  round: number;
};

/** How long to wait after the last input before saving, in milliseconds. A browser may close without an event. */
const SAVE_DELAY = 8_000;

/** The longest a check may delay a button, in milliseconds. The server checks the sign-up again anyway. */
const CHECK_LIMIT = 3_000;

/**
 * Saves a form as a draft until it is sent: when its page is left or hidden, and after a pause in typing. Restores the
 * draft of an earlier visit.
 */
export function useDraftForm(studyNumber: string, before: BegunForm | null, site: string | null): DraftForm {
  const ref = useRef<HTMLFormElement>(null);
  // A chosen site must be saved even without other input.
  const hasChanges = useRef(site !== null);
  const isStopped = useRef(false);
  const pending = useRef<Promise<void>>(Promise.resolve());
  const fieldErrors = useRef<FieldError[] | null>(null);
  const [restored, setRestored] = useState(before);
  const [isSaved, setIsSaved] = useState(before !== null);
  const [saveFailed, setSaveFailed] = useState(false);
  const [clearFailed, setClearFailed] = useState(false);
  const [round, setRound] = useState(0);

  // Runs before the form is visible.
  useLayoutEffect(() => {
    if (ref.current !== null) {
      // The page that led here may have stored a place; this site stores none (E-232).
      fillIn(ref.current, restored ?? { city: visitValue('city'), state_territory: visitValue('state') });
    }
  }, [restored]);

  const save = async () => {
    if (isStopped.current || !hasChanges.current || ref.current === null) {
      return;
    }
    hasChanges.current = false;
    // Errors of the values before don't count for these.
    fieldErrors.current = null;
    const form = isChildAlone(readForm(ref.current))
      ? dateOfBirthOf(ref.current)
      : { ...draftOf(ref.current), ...(site !== null && { site }) };
    pending.current = saveDraft(studyNumber, { form }).then(
      (errors) => {
        fieldErrors.current = errors;
        setIsSaved(true);
        setSaveFailed(false);
      },
      () => {
        hasChanges.current = true;
        setSaveFailed(true);
      },
    );
    await pending.current;
  };

  const check = async () => {
    hasChanges.current ||= fieldErrors.current === null;
    await Promise.race([
      save().then(() => pending.current),
      new Promise<void>((resolve) => setTimeout(resolve, CHECK_LIMIT)),
    ]);
    return hasChanges.current ? [] : (fieldErrors.current ?? []);
  };

  useLeaving(save);

  const firstSite = useRef(site);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another site is saved like typed input
  useEffect(() => {
    if (site !== firstSite.current) {
      firstSite.current = site;
      onInput();
    }
  }, [site]);

  const clear = () => {
    hasChanges.current = false;
    fieldErrors.current = null;
    setRestored(null);
    setRound((count) => count + 1);
    ref.current?.querySelector<HTMLElement>('.form__title')?.focus();
    saveDraft(studyNumber, { form: {} }).then(
      () => {
        setIsSaved(false);
        setClearFailed(false);
      },
      () => setClearFailed(true),
    );
  };

  const saveSoon = useDebounced(SAVE_DELAY, save);
  const onInput = () => {
    hasChanges.current = true;
    saveSoon();
  };
  const stop = async () => {
    const saved = save();
    // The session token identifies a form that was sent, and saving again might replace the token.
    isStopped.current = true;
    await saved;
    await pending.current;
  };
  const resume = () => {
    isStopped.current = false;
  };
  return {
    ref,
    restored,
    isSaved,
    saveFailed,
    clearFailed,
    onInput,
    save,
    check,
    stop,
    resume,
    clear,
    round,
  };
}
