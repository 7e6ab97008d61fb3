/** An event of a voice line. */
export type LineEvent = 'call_started' | 'call_ended' | 'error';

/** A line to the voice service: the part of `retell-client-js-sdk` that a call needs. */
export type VoiceLine = {
  startCall: (options: { accessToken: string }) => Promise<void>;
  stopCall: () => void;
  on: (event: LineEvent, listener: () => void) => unknown;
};

/** Loads the line on demand, when the visitor starts a call. */
export async function loadLine(): Promise<VoiceLine> {
  const { newLine } = await import('./retell-line');
  return newLine();
}
