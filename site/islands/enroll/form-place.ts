import { useEffect, useRef } from 'react';

/** The forms of a sign-up that the browser's Back and Forward navigate. */
export type FormName = 'questions' | 'details';

/** A form and one of its parts, from 0, as stored in the browser's history. */
export type FormPlace = { form: FormName; step: number };

/** The place in an entry's state, or null if the entry isn't from a form, such as that of a link within the page. */
export function placeOfState(state: unknown): FormPlace | null {
  const { form, step } = (state ?? {}) as Partial<FormPlace>;
  return (form === 'questions' || form === 'details') && typeof step === 'number' ? { form, step } : null;
}

/** Adds a history entry, so that Back leads to the previous place. */
export function goTo(place: FormPlace): void {
  history.pushState(place, '');
}

/** Makes the current history entry one of this form. An entry of another form stays behind it. */
export function arriveAt(place: FormPlace): void {
  const before = placeOfState(history.state);
  if (before !== null && before.form !== place.form) {
    goTo(place);
  } else if (before?.step !== place.step) {
    history.replaceState(place, '');
  }
}

/** Calls back with the place that Back or Forward led to. */
export function usePlaceChange(onPlace: (place: FormPlace) => void): void {
  const current = useRef(onPlace);
  current.current = onPlace;
  useEffect(() => {
    const onBack = ({ state }: PopStateEvent) => {
      const place = placeOfState(state);
      if (place !== null) {
        current.current(place);
      }
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);
}
