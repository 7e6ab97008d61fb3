import type { SuggestedConcept, Suggestion, SuggestionFile } from '../backend/suggestions';

const MAX_SUGGESTIONS = 8;
/** With fewer letters typed, only preferred names count, and names that are typed completely. */
const MIN_LETTERS = 3;

/** With fewer letters typed than that, a word inside a name must have this many to be meant: "an" doesn't mean "and". */
const MIN_INNER_LETTERS = 4;

/** How well a name matches, best first. */
const WHOLE = 0;
const WHOLE_WORDS = 1;
const BEGINNING = 2;
const ANY_WORD = 3;

/** The first one or two letters of the text, which name a suggestion file. Empty for other characters. */
export function lettersOf(typed: string): string {
  const letters = wordsOf(typed)[0]?.slice(0, 2) ?? '';
  return /^[a-z0-9]+$/.test(letters) ? letters : '';
}

/**
 * The best name of each concept that has results in the country and a name in which each typed word begins a word. Names that
 * begin as typed come first; otherwise the order stays. The server does the same with all names (`matching.rs`).
 */
export function filterNames(file: SuggestionFile, typed: string, country: string): Suggestion[] {
  const typedWords = wordsOf(typed);
  const place = file.countries.indexOf(country);
  const found = file.concepts
    .filter((concept) => country === '' || hasResultsIn(concept, place))
    .flatMap((concept) => bestName(concept, typedWords) ?? []);
  // Sorting keeps the order of equally good names.
  found.sort((one, other) => one.closeness - other.closeness);
  return found.slice(0, MAX_SUGGESTIONS).map(({ suggestion }) => suggestion);
}

/** Whether a search for a concept has results in the country at this place of the list. */
function hasResultsIn({ countries }: SuggestedConcept, place: number): boolean {
  const digit = Number.parseInt(countries.charAt(Math.floor(place / 4)), 16);
  return place >= 0 && Number.isInteger(digit) && Math.floor(digit / 2 ** (place % 4)) % 2 === 1;
}

type MatchingName = { closeness: number; suggestion: Suggestion };

function bestName({ preferred, synonyms }: SuggestedConcept, typedWords: string[]): MatchingName | null {
  let best: MatchingName | null = null;
  for (const name of [preferred, ...synonyms]) {
    const closeness = closenessOf(name, typedWords, name === preferred);
    if (closeness !== null && (best === null || closeness < best.closeness)) {
      best = { closeness, suggestion: { name, preferred: name === preferred ? null : preferred } };
    }
  }
  return best;
}

function closenessOf(name: string, typedWords: string[], isPreferred: boolean): number | null {
  const words = wordsOf(name);
  const typed = typedWords.join(' ');
  const isMatch = typedWords.every((start) => words.some((word) => word.startsWith(start)));
  if (typed === '' || !isMatch) {
    return null;
  }
  const folded = words.join(' ');
  if (typedWords.join('').length < MIN_LETTERS) {
    if (!isPreferred && folded !== typed) {
      return null;
    }
    const long = words.filter((word) => word.length >= MIN_INNER_LETTERS);
    const isInside = typedWords.every((start) => long.some((word) => word.startsWith(start)));
    return folded.startsWith(typed) ? BEGINNING : isInside ? ANY_WORD : null;
  }
  if (folded === typed) {
    return WHOLE;
  }
  if (folded.startsWith(`${typed} `)) {
    return WHOLE_WORDS;
  }
  return folded.startsWith(typed) ? BEGINNING : ANY_WORD;
}

/** The words of a text as the files spell them: lower case without accents. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/đ/g, 'd');
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
