/** What a line tells of its call. */
export type LineEvent = 'call_started' | 'call_ended' | 'error';

/** A line to the voice service: the part of `retell-client-js-sdk` that a call needs. */
export type VoiceLine = {
  startCall: (options: { accessToken: string }) => Promise<void>;
  stopCall: () => void;
  on: (event: LineEvent, tell: () => void) => unknown;
};

/** Loads the line; nobody's browser does before it has asked for a call. */
export async function loadLine(): Promise<VoiceLine> {
  const { newLine } = await import('./retell-line');
  return newLine();
}
