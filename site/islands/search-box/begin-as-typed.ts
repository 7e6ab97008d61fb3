import type { NamedConcept } from '../backend/suggestions';

const MOST = 8;

/** The one or two letters under which names are kept that may become what is typed; nothing for other signs. */
export function lettersOf(typed: string): string {
  const letters = wordsOf(typed)[0]?.slice(0, 2) ?? '';
  return /^[a-z0-9]+$/.test(letters) ? letters : '';
}

/**
 * The names of which every typed word begins a word, each thing under the first of its names: before others those of
 * which one name begins with what is typed, and else in the order given.
 */
export function beginAsTyped(names: NamedConcept[], typed: string): string[] {
  const wanted = wordsOf(typed);
  const found = new Map<string, { name: string; place: number }>();
  for (const { name, concept } of names) {
    const place = placeIn(wordsOf(name), wanted);
    if (place >= 0) {
      const known = found.get(concept);
      found.set(concept, { name: known?.name ?? name, place: Math.min(known?.place ?? place, place) });
    }
  }
  const things = [...found.values()];
  const first = things.filter(({ place }) => place === 0);
  const others = things.filter(({ place }) => place > 0);
  return [...first, ...others].slice(0, MOST).map(({ name }) => name);
}

/** Where the first of the wanted words stands; -1 when one of them begins no word. */
function placeIn(words: string[], wanted: string[]): number {
  const places = wanted.map((begun) => words.findIndex((word) => word.startsWith(begun)));
  return places.includes(-1) || places.length === 0 ? -1 : Math.min(...places);
}

/** The words of a text as the names are kept: small letters without accents. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/đ/g, 'd');
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
