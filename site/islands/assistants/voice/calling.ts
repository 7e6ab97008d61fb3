import { BackendError } from '../../backend/backend-error';
import { VOICE } from '../../messages/voice';
import { type CallEvent, type CallState, nextState, startsCall } from './call-state';
import type { LineEvent, VoiceLine } from './voice-line';

/** The dependencies of a call. */
export type CallDependencies = {
  mayListen: () => Promise<boolean>;
  token: () => Promise<string | null>;
  loadLine: () => Promise<VoiceLine>;
  /** Called after each change, with a helpful sentence or an empty one. */
  show: (state: CallState, note: string) => void;
};

/** Notes for error codes that mean there are no calls, without a failure. */
const NOTES: Record<string, string> = { assistant_off: VOICE.off, budget_used_up: VOICE.usedUp };

/** The voice assistant of a page. The returned function handles a tap: it starts a call or stops the current one. */
export function voiceCalls({ mayListen, token, loadLine, show }: CallDependencies): () => Promise<void> {
  let state: CallState = 'idle';
  let line: VoiceLine | undefined;
  /** The number of the current call. Events of earlier calls are ignored. */
  let current = 0;

  const handle = (event: CallEvent, note = '') => {
    const next = nextState(state, event);
    // A late event doesn't remove a note.
    if (next !== state || note !== '') {
      state = next;
      show(state, note);
    }
  };
  const stop = () => {
    line?.stopCall();
    line = undefined;
  };
  const listenTo = (newLine: VoiceLine, call: number) => {
    const on = (event: LineEvent, then: () => void) =>
      newLine.on(event, () => {
        if (call === current) {
          then();
        }
      });
    on('call_started', () => handle('call_started'));
    on('call_ended', () => {
      line = undefined;
      handle('call_ended');
    });
    on('error', () => {
      handle('error', VOICE.failed);
      stop();
    });
  };
  const start = async () => {
    current += 1;
    const call = current;
    handle('start');
    try {
      if (!(await mayListen())) {
        if (call === current) {
          handle('error', VOICE.blocked);
        }
        return;
      }
      const accessToken = await token();
      if (call !== current) {
        return;
      }
      if (accessToken === null) {
        handle('no_token', VOICE.noToken);
        return;
      }
      const newLine = await loadLine();
      if (call !== current) {
        return;
      }
      line = newLine;
      listenTo(newLine, call);
      await newLine.startCall({ accessToken });
    } catch (error) {
      if (call === current) {
        const note = error instanceof BackendError ? NOTES[error.code ?? ''] : undefined;
        handle(note ? 'no_token' : 'error', note ?? VOICE.failed);
        stop();
      }
    }
  };
  return async () => {
    if (startsCall(state)) {
      await start();
      return;
    }
    current += 1;
    handle('call_ended');
    stop();
  };
}
