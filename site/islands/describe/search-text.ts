/** The maximum number of characters of a search. */
export const MAX_CONDITION = 200;

/** What to search for: a condition with its markers, or a symptom. */
export type SearchedCondition = { name: string; markers: string[] };

/** The words of a search. Markers, and then conditions to leave out, that would make it too long are not in it. */
export function searchText({ name, markers }: SearchedCondition, leftOut: string[]): string {
  const additions = [...markers.map((marker) => ` ${marker}`), ...leftOut.map((other) => `, no ${other}`)];
  return additions.reduce((text, words) => {
    const longer = text + words;
    return Array.from(longer).length > MAX_CONDITION ? text : longer;
  }, name);
}
