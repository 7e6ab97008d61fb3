/** The local storage key of the saved studies. Only their numbers are stored. */
const KEY = 'saved_studies';
/** More than any visitor compares. Older ones drop out. */
const MAX_SAVED = 50;
const NUMBER = /^(NCT\d{8}|STU\w{1,20}|PTGB\w{1,20})$/;

/** The numbers of the saved studies, the newest first. */
export function savedStudies(): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string' && NUMBER.test(id)) : [];
  } catch {
    // The browser refuses storage, or the stored value is invalid.
    return [];
  }
}

/** Saves a study or forgets it. Returns whether that worked. */
export function setStudySaved(id: string, isSaved: boolean): boolean {
  const others = savedStudies().filter((other) => other !== id);
  const saved = isSaved ? [id, ...others].slice(0, MAX_SAVED) : others;
  try {
    if (saved.length > 0) {
      localStorage.setItem(KEY, JSON.stringify(saved));
    } else {
      localStorage.removeItem(KEY);
    }
    return true;
  } catch {
    return false;
  }
}
