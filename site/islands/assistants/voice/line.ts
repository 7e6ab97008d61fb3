import type { VoiceLine } from './voice-line';

/** Loads the line on demand, when the visitor starts a call. */
export async function loadLine(): Promise<VoiceLine> {
  const { newLine } = await import('./retell-line');
  return newLine();
}
