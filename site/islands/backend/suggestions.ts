import * as v from 'valibot';
import { isNotThere } from './backend-error';
import { call } from './call';
import { shaped } from './shape';

const suggestionsShape = v.object({ output: v.object({ suggestions: v.array(v.unknown()) }) });

/** A name to choose, and what tells it from other names of the same thing. */
export type NamedConcept = { name: string; concept: string };

/** Conditions that begin as the text does, or are close to it. */
export async function suggestions(condition: string, signal: AbortSignal): Promise<string[]> {
  const { output } = await call({
    path: '/backend/suggestions',
    body: { condition },
    read: shaped(suggestionsShape),
    signal,
  });
  return output.suggestions.map(namedConcept).flatMap(({ name }) => name || []);
}

/**
 * All names of which a word begins with these one or two letters: those of most studies first. None where the site has no
 * such file.
 */
export async function suggestionFile(letters: string): Promise<NamedConcept[]> {
  try {
    const { output } = await call({
      path: `/suggestions/${letters}`,
      read: shaped(suggestionsShape),
    });
    return output.suggestions.map(namedConcept).filter(({ name }) => name !== '');
  } catch (error) {
    if (isNotThere(error)) {
      return [];
    }
    throw error;
  }
}

/** A suggestion stands by itself, or first in a list with what else is known about it. */
function namedConcept(suggestion: unknown): NamedConcept {
  const [name, concept] = Array.isArray(suggestion) ? suggestion : [suggestion];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(name), concept: text(concept) || text(name) };
}
