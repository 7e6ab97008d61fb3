/** Where a browser keeps the studies that its user saved: their numbers, and nothing else of them or of the user. */
const KEY = 'saved_studies';
/** Nobody compares more; an older one has to go first. */
const MOST = 50;
const NUMBER = /^(NCT\d{8}|STU\w{1,20}|PTGB\w{1,20})$/;

/** The numbers of the saved studies, the last one first. */
export function savedStudies(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string' && NUMBER.test(id)) : [];
  } catch {
    // A browser that refuses storage, or has something else there, has saved nothing.
    return [];
  }
}

/** Saves a study, or forgets it. Says whether that worked. */
export function keepStudy(id: string, isSaved: boolean): boolean {
  const others = savedStudies().filter((other) => other !== id);
  const kept = isSaved ? [id, ...others].slice(0, MOST) : others;
  try {
    if (kept.length > 0) {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } else {
      localStorage.removeItem(KEY);
    }
    return true;
  } catch {
    return false;
  }
}
