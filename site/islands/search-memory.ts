/** What session storage keeps of a visit: the last search and the last study that was opened. */
export type SearchMemory = { condition: string; country: string };

/** Keeps the search for the rest of this visit. */
export function rememberSearch({ condition, country }: SearchMemory): void {
  store('condition', condition);
  store('country', country);
}

/** The search of this visit, as far as there was one. */
export function lastSearch(): SearchMemory {
  return { condition: keptOfVisit('condition'), country: keptOfVisit('country') };
}

/** Keeps the number of the partner study that was opened. */
export function rememberStudy(studyNumber: string): void {
  store('snow_study_number', studyNumber);
}

function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Private windows may refuse storage; the site works without it.
  }
}

/** What session storage keeps under a key of a visit; nothing where there is none. */
export function keptOfVisit(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
