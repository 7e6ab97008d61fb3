import { RetellWebClient } from 'retell-client-js-sdk';
import type { VoiceLine } from './line';

/** A line over Retell's SDK, for one call. */
export function newLine(): VoiceLine {
  const client = new RetellWebClient();
  let isGivenUp = false;
  // While it connects, the SDK stops nothing, and would open the microphone of somebody who has hung up.
  const giveUp = () => {
    isGivenUp = true;
    // biome-ignore lint/complexity/useLiteralKeys: the SDK keeps its room private, and TypeScript allows only this.
    void client['room']?.disconnect();
  };
  client.on('call_started', () => {
    if (isGivenUp) {
      client.stopCall();
    }
  });
  return {
    startCall: (options) => client.startCall(options),
    stopCall: () => {
      client.stopCall();
      giveUp();
    },
    on: (event, tell) => client.on(event, tell),
  };
}
