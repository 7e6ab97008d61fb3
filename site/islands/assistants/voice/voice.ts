import { voiceToken } from '../../backend/voice-call';
import { VOICE } from '../../messages/voice';
import { type CallState, startsCall, stateLabel } from './call-state';
import { voiceCalls } from './calling';
import { loadLine } from './line';
import { mayListen } from './microphone';

/**
 * Creates the voice assistant of a page. The returned function handles a tap on its button. Where the page allows no
 * calls, or can't say who records them, a tap says so at once, without requesting the microphone. Before each call, the
 * visitor agrees to its recording.
 */
export function voice(island: HTMLElement): () => void {
  const button = island.querySelector<HTMLButtonElement>('[data-action="voice"]');
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  let current: CallState = 'idle';
  const show = (state: CallState, note: string) => {
    current = state;
    const starts = startsCall(state);
    button?.setAttribute('aria-label', `Talk to Us: ${starts ? 'start a voice call' : 'end the voice call'}`);
    part('start-icon')?.toggleAttribute('hidden', !starts);
    part('stop-icon')?.toggleAttribute('hidden', starts);
    part('state')?.replaceChildren(stateLabel(state));
    part('said')?.replaceChildren(note);
  };
  const recording = part('recording');
  if (!island.querySelector('[data-calls]') || !recording) {
    return () => show('idle', VOICE.off);
  }
  const tap = voiceCalls({ mayListen, token: voiceToken, loadLine, show });
  const close = () => {
    recording.hidden = true;
    button?.focus();
  };
  recording.querySelector('[data-agree]')?.addEventListener('click', () => {
    close();
    void tap();
  });
  recording.querySelector('[data-decline]')?.addEventListener('click', close);
  return () => {
    if (startsCall(current)) {
      recording.hidden = false;
      recording.querySelector('h3')?.focus();
    } else {
      void tap();
    }
  };
}
