/** The last search of a visit, in session storage. */
export type SearchMemory = { condition: string; country: string };

/** Stores the search for the rest of this visit. */
export function rememberSearch({ condition, country }: SearchMemory): void {
  setItem('condition', condition);
  setItem('country', country);
}

/** The last search of this visit; empty strings if there was none. */
export function lastSearch(): SearchMemory {
  return { condition: visitValue('condition'), country: visitValue('country') };
}

/** Stores the number of the partner study that the visitor opened. */
export function rememberStudy(studyNumber: string): void {
  setItem('snow_study_number', studyNumber);
}

function setItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Private windows may refuse storage; the site works without it.
  }
}

/** A value of this visit from session storage, or an empty string. */
export function visitValue(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
