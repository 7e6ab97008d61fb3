import { RetellWebClient } from 'retell-client-js-sdk';
import type { VoiceLine } from './voice-line';

/** A line of Retell's SDK, for one call. */
export function newLine(): VoiceLine {
  const client = new RetellWebClient();
  let isCancelled = false;
  // While connecting, the SDK ignores `stopCall` and would still open the microphone after the visitor hung up.
  const cancel = () => {
    isCancelled = true;
    // biome-ignore lint/complexity/useLiteralKeys: the SDK's room is private, and TypeScript allows only this access.
    void client['room']?.disconnect();
  };
  client.on('call_started', () => {
    if (isCancelled) {
      client.stopCall();
    }
  });
  return {
    startCall: (options) => client.startCall(options),
    stopCall: () => {
      client.stopCall();
      cancel();
    },
    on: (event, listener) => client.on(event, listener),
  };
}
