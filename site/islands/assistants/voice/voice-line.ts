/** An event of a voice line. */
export type LineEvent = 'call_started' | 'call_ended' | 'error';

/** A line to the voice service: the part of `retell-client-js-sdk` that a call needs. */
export type VoiceLine = {
  startCall: (options: { accessToken: string }) => Promise<void>;
  stopCall: () => void;
  on: (event: LineEvent, listener: () => void) => unknown;
};
