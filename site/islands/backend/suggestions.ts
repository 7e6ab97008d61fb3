import * as v from 'valibot';
import { call } from './call';
import { shaped } from './shape';

const suggestionsShape = v.object({ output: v.object({ suggestions: v.array(v.unknown()) }) });

/** Conditions that begin as the text does, or are close to it. */
export async function suggestions(condition: string, signal: AbortSignal): Promise<string[]> {
  const { output } = await call({
    path: '/backend/suggestions',
    body: { condition },
    read: shaped(suggestionsShape),
    signal,
  });
  return output.suggestions.map(textOf).filter((text) => text !== '');
}

/** A suggestion stands by itself, or first in a list with what else is known about it. */
function textOf(suggestion: unknown): string {
  const text = Array.isArray(suggestion) ? suggestion[0] : suggestion;
  return typeof text === 'string' ? text : '';
}
