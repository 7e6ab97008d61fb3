import { useEffect, useState, useSyncExternalStore } from 'react';
import { arriveAt, type FormName, goTo, placeIn, usePlaceChange } from './form-place';

/** Where a form is too long for the screen. */
const NARROW = '(max-width: 40rem)';

/** The parts of a form, all together or, on a phone, one after the other. */
export type Steps = {
  /** Which part stands alone, from 0; nothing where all are shown. */
  alone: number | null;
  /** Whether the parts end here: with the last one, or where all are shown. */
  isLast: boolean;
  hides: (part: number) => boolean;
  goOn: () => void;
  goBack: () => void;
  /** Shows a part, because something in it has to be mended. */
  show: (part: number) => void;
};

/** A form, how many parts it has, whether it is shown now, and whether what was typed in it before is there again. */
export type FormOfSteps = { form: FormName; count: number; isShown: boolean; resumes: boolean };

/** Each step forward is one in the history of the browser, so that its Back leads to the part before. */
export function useSteps({ form, count, isShown, resumes }: FormOfSteps): Steps {
  const isNarrow = useSyncExternalStore(
    onChange,
    () => matchMedia(NARROW).matches,
    () => false,
  );
  const [step, setStep] = useState(() => (resumes ? stepBefore(form, count) : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step within the form makes its own entry
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
    // Back leads through the parts between, too.
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

/** Where one was in a form before the page was loaded again. */
function stepBefore(form: FormName, count: number): number {
  const place = placeIn(history.state);
  return place?.form === form ? Math.min(place.step, count - 1) : 0;
}
