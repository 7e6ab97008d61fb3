import { useEffect, useState, useSyncExternalStore } from 'react';
import { arriveAt, type FormName, goTo, placeOfState, usePlaceChange } from './form-place';

/** Screens that are too narrow for a whole form. */
const NARROW = '(max-width: 40rem)';

/** The parts of a form: all together or, on a phone, one at a time. */
export type Steps = {
  /** The index of the only visible part, or null if all are shown. */
  alone: number | null;
  /** Whether the last part is visible. */
  isLast: boolean;
  hides: (part: number) => boolean;
  goOn: () => void;
  goBack: () => void;
  /** Shows a part, for example because it has an error. */
  show: (part: number) => void;
};

/** A form, its number of parts, whether it is shown, and whether it restores a draft. */
export type FormOfSteps = { form: FormName; count: number; isShown: boolean; resumes: boolean };

/** Manages the steps of a form. Each step adds a history entry, so that the browser's Back leads to the previous part. */
export function useSteps({ form, count, isShown, resumes }: FormOfSteps): Steps {
  const isNarrow = useSyncExternalStore(
    onChange,
    () => matchMedia(NARROW).matches,
    () => false,
  );
  const [step, setStep] = useState(() => (resumes ? restoredStep(form, count) : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step within the form adds its own entry
  useEffect(() => {
    if (isShown) {
      arriveAt({ form, step });
    }
  }, [isShown, form]);
  usePlaceChange((place) => place.form === form && setStep(Math.min(place.step, count - 1)));
  const show = (part: number) => {
    if (part < step) {
      goTo({ form, step: part });
    }
    // Add an entry for each part in between, so that Back leads through them.
    for (let between = step + 1; between <= part; between += 1) {
      goTo({ form, step: between });
    }
    setStep(part);
  };
  return {
    alone: isNarrow ? step : null,
    isLast: !isNarrow || step === count - 1,
    hides: (part) => isNarrow && part !== step,
    goOn: () => show(Math.min(step + 1, count - 1)),
    goBack: () => history.back(),
    show,
  };
}

function onChange(changed: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** The step before the page was reloaded. */
function restoredStep(form: FormName, count: number): number {
  const place = placeOfState(history.state);
  return place?.form === form ? Math.min(place.step, count - 1) : 0;
}
