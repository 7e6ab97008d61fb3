import { useEffect, useState, useSyncExternalStore } from 'react';

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

/** Each step forward is one in the history of the browser, so that its Back leads to the part before. */
export function useSteps(count: number): Steps {
  const isNarrow = useSyncExternalStore(
    onChange,
    () => matchMedia(NARROW).matches,
    () => false,
  );
  const [step, setStep] = useState(0);
  useEffect(() => {
    const onBack = ({ state }: PopStateEvent) => setStep(stepIn(state));
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
  const show = (part: number) => {
    if (part !== step) {
      history.pushState({ step: part }, '');
      setStep(part);
    }
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

function stepIn(state: unknown): number {
  const { step } = (state ?? {}) as { step?: unknown };
  return typeof step === 'number' ? step : 0;
}
