/** What a line tells of its call. */
export type LineEvent = 'call_started' | 'call_ended' | 'error';

/** A line to the voice service: the part of `retell-client-js-sdk` that a call needs. */
export type VoiceLine = {
  startCall: (options: { accessToken: string }) => Promise<void>;
  stopCall: () => void;
  on: (event: LineEvent, tell: () => void) => unknown;
};

/** Where a deployment with a voice service keeps its line: a module of this site that exports `newLine`. */
const ADDRESS = '/voice/line.js';

/** Loads the line; nobody's browser does before it has asked for a call. */
export async function loadLine(): Promise<VoiceLine> {
  const module: { newLine: () => VoiceLine } = await import(/* @vite-ignore */ ADDRESS);
  return module.newLine();
}
