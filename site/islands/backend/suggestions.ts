import * as v from 'valibot';
import { isNotFound } from './backend-error';
import { call } from './call';
import { shapeReader } from './shape';

const suggestionsShape = v.object({ output: v.object({ suggestions: v.array(v.unknown()) }) });

/** A suggested name, and the concept that groups names with the same meaning. */
export type NamedConcept = { name: string; concept: string };

/** Conditions that begin with the text or are similar to it. */
export async function suggestions(condition: string, signal: AbortSignal): Promise<string[]> {
  const { output } = await call({
    path: '/backend/suggestions',
    body: { condition },
    read: shapeReader(suggestionsShape),
    signal,
  });
  return output.suggestions.map(namedConcept).flatMap(({ name }) => name || []);
}

/**
 * All names with a word that begins with these one or two letters, sorted by number of studies. Empty if the site has no
 * such file.
 */
export async function suggestionFile(letters: string): Promise<NamedConcept[]> {
  try {
    const { output } = await call({
      path: `/suggestions/${letters}`,
      read: shapeReader(suggestionsShape),
    });
    return output.suggestions.map(namedConcept).filter(({ name }) => name !== '');
  } catch (error) {
    if (isNotFound(error)) {
      return [];
    }
    throw error;
  }
}

/** A suggestion is a string, or an array of the name and its concept. */
function namedConcept(suggestion: unknown): NamedConcept {
  const [name, concept] = Array.isArray(suggestion) ? suggestion : [suggestion];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(name), concept: text(concept) || text(name) };
}
