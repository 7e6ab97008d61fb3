import type { NamedConcept } from '../backend/suggestions';

const MAX_SUGGESTIONS = 8;

/** The first one or two letters of the text, which name a suggestion file. Empty for other characters. */
export function lettersOf(typed: string): string {
  const letters = wordsOf(typed)[0]?.slice(0, 2) ?? '';
  return /^[a-z0-9]+$/.test(letters) ? letters : '';
}

/**
 * The names in which each typed word begins a word, one name per concept. Concepts with a name that begins with the first
 * typed word come first; otherwise the order stays.
 */
export function filterNames(names: NamedConcept[], typed: string): string[] {
  const typedWords = wordsOf(typed);
  const found = new Map<string, { name: string; place: number }>();
  for (const { name, concept } of names) {
    const place = firstMatch(wordsOf(name), typedWords);
    if (place >= 0) {
      const earlier = found.get(concept);
      found.set(concept, { name: earlier?.name ?? name, place: Math.min(earlier?.place ?? place, place) });
    }
  }
  const concepts = [...found.values()];
  const first = concepts.filter(({ place }) => place === 0);
  const others = concepts.filter(({ place }) => place > 0);
  return [...first, ...others].slice(0, MAX_SUGGESTIONS).map(({ name }) => name);
}

/** The index of the first matching word, or -1 if a typed word begins no word. */
function firstMatch(words: string[], typedWords: string[]): number {
  const places = typedWords.map((start) => words.findIndex((word) => word.startsWith(start)));
  return places.includes(-1) || places.length === 0 ? -1 : Math.min(...places);
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
