import { useEffect, useRef } from 'react';

/** The forms of a sign-up between which the browser's Back and Forward lead. */
export type FormName = 'questions' | 'details';

/** A form and its part, from 0, as an entry of the browser's history has them. */
export type FormPlace = { form: FormName; step: number };

/** The place of an entry; nothing for one that is somebody else's, such as that of a link within the page. */
export function placeIn(state: unknown): FormPlace | null {
  const { form, step } = (state ?? {}) as Partial<FormPlace>;
  return (form === 'questions' || form === 'details') && typeof step === 'number' ? { form, step } : null;
}

/** Begins an entry, so that Back leads to the place before. */
export function goTo(place: FormPlace): void {
  history.pushState(place, '');
}

/** Makes the entry that is shown one of this form. One of another form stays behind it. */
export function arriveAt(place: FormPlace): void {
  const before = placeIn(history.state);
  if (before !== null && before.form !== place.form) {
    goTo(place);
  } else if (before?.step !== place.step) {
    history.replaceState(place, '');
  }
}

/** Tells the place to which Back or Forward led. */
export function usePlaceChange(onPlace: (place: FormPlace) => void): void {
  const current = useRef(onPlace);
  current.current = onPlace;
  useEffect(() => {
    const onBack = ({ state }: PopStateEvent) => {
      const place = placeIn(state);
      if (place !== null) {
        current.current(place);
      }
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
}
