import { voiceToken } from '../../backend/voice-call';
import { VOICE } from '../../messages/voice';
import { type CallState, startsCall, stateWord } from './call-state';
import { voiceCalls } from './calling';
import { loadLine } from './line';
import { mayListen } from './microphone';

/**
 * Makes the voice assistant of a page. Gives what a tap on its button does. Where the page may connect no call, that is
 * said at once: nobody is asked for the microphone in vain.
 */
export function voice(island: HTMLElement): () => void {
  const button = island.querySelector<HTMLButtonElement>('[data-action="voice"]');
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const show = (state: CallState, note: string) => {
    const starts = startsCall(state);
    button?.setAttribute('aria-label', `Talk to Us: ${starts ? 'start a voice call' : 'end the voice call'}`);
    part('start-icon')?.toggleAttribute('hidden', !starts);
    part('stop-icon')?.toggleAttribute('hidden', starts);
    part('state')?.replaceChildren(stateWord(state));
    part('said')?.replaceChildren(note);
  };
  if (!island.querySelector('[data-calls]')) {
    return () => show('idle', VOICE.off);
  }
  const tap = voiceCalls({ mayListen, token: voiceToken, loadLine, show });
  return () => void tap();
}
