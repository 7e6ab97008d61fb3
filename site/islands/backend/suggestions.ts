import * as v from 'valibot';
import { call } from './call';

const suggestion = v.union([v.string(), v.tupleWithRest([v.string()], v.unknown())]);

const suggestionsShape = v.object({ output: v.object({ suggestions: v.array(suggestion) }) });

/** Conditions that begin as the text does, or are close to it. */
export async function suggestions(condition: string, signal: AbortSignal): Promise<string[]> {
  const { output } = await call({
    path: '/backend/suggestions',
    body: { condition },
    shape: suggestionsShape,
    signal,
  });
  return output.suggestions.map((one) => (typeof one === 'string' ? one : one[0]));
}
