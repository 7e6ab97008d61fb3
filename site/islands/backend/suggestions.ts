import * as v from 'valibot';
import { isNotFound } from './backend-error';
import { call } from './call';
import { shapeReader } from './shape';

const names = v.array(v.string());
const suggestionsShape = v.object({ output: v.object({ suggestions: v.array(names) }) });
const fileShape = v.object({ output: v.object({ countries: names, suggestions: v.array(names) }) });

/** A suggested name, and the concept's preferred name if the name is a synonym. */
export type Suggestion = { name: string; preferred: string | null };

/** A concept with its names, and the countries in which a search for it has results, as bits in hexadecimal digits. */
export type SuggestedConcept = { preferred: string; synonyms: string[]; countries: string };

/** The concepts of a file, most likely ones first, and the countries in the order of their bits. */
export type SuggestionFile = { countries: string[]; concepts: SuggestedConcept[] };

/** Where a visitor types: the country of the search, and the language of the page. */
export type TypingPlace = { country: string; language: 'en' | 'es' | 'vi' };

/** Names that begin with the text or are similar to it. */
export async function suggestions(
  condition: string,
  { country, language }: TypingPlace,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const { output } = await call({
    path: '/backend/suggestions',
    body: { condition, country, language },
    read: shapeReader(suggestionsShape),
    signal,
  });
  return output.suggestions.map(([name = '', preferred = null]) => ({ name, preferred }));
}

/**
 * All concepts with a word that begins with these one or two letters in a name. Empty if the site has no such file.
 */
export async function suggestionFile(
  letters: string,
  language: TypingPlace['language'],
): Promise<SuggestionFile> {
  try {
    const { output } = await call({
      path: `/suggestions/${language}-${letters}`,
      read: shapeReader(fileShape),
    });
    const concepts = output.suggestions.map(([preferred = '', countries = '', ...synonyms]) => ({
      preferred,
      synonyms,
      countries,
    }));
    return { countries: output.countries, concepts };
  } catch (error) {
    if (isNotFound(error)) {
      return NO_CONCEPTS;
    }
    throw error;
  }
}

/** A file without concepts. */
export const NO_CONCEPTS: SuggestionFile = { countries: [], concepts: [] };
