import { BackendError } from '../../backend/backend-error';
import { VOICE } from '../../messages/voice';
import { after, type CallEvent, type CallState, startsCall } from './call-state';
import type { LineEvent, VoiceLine } from './line';

/** What a call needs of the world. */
export type Around = {
  mayListen: () => Promise<boolean>;
  token: () => Promise<string | null>;
  loadLine: () => Promise<VoiceLine>;
  /** Told after each change, with a sentence that helps where one does. */
  show: (state: CallState, note: string) => void;
};

/** What the server says when there is nothing wrong, and no call either. */
const WHY_NOT: Record<string, string> = { assistant_off: VOICE.off, budget_used_up: VOICE.usedUp };

/** The voice assistant of a page: a tap starts a call, or stops the one that is on. Gives what a tap does. */
export function voiceCalls({ mayListen, token, loadLine, show }: Around): () => Promise<void> {
  let state: CallState = 'idle';
  let line: VoiceLine | undefined;
  /** Which call is meant: what an earlier one still tells is nobody's business any more. */
  let current = 0;

  const tell = (event: CallEvent, note = '') => {
    const next = after(state, event);
    // What comes too late takes no sentence away.
    if (next !== state || note !== '') {
      state = next;
      show(state, note);
    }
  };
  const stop = () => {
    line?.stopCall();
    line = undefined;
  };
  const listenTo = (opened: VoiceLine, own: number) => {
    const on = (event: LineEvent, then: () => void) =>
      opened.on(event, () => {
        if (own === current) {
          then();
        }
      });
    on('call_started', () => tell('call_started'));
    on('call_ended', () => {
      line = undefined;
      tell('call_ended');
    });
    on('error', () => {
      tell('error', VOICE.failed);
      stop();
    });
  };
  const start = async () => {
    current += 1;
    const own = current;
    tell('start');
    try {
      if (!(await mayListen())) {
        if (own === current) {
          tell('error', VOICE.blocked);
        }
        return;
      }
      const accessToken = await token();
      if (own !== current) {
        return;
      }
      if (accessToken === null) {
        tell('no_token', VOICE.noToken);
        return;
      }
      const opened = await loadLine();
      if (own !== current) {
        return;
      }
      line = opened;
      listenTo(opened, own);
      await opened.startCall({ accessToken });
    } catch (error) {
      if (own === current) {
        const why = error instanceof BackendError ? WHY_NOT[error.code ?? ''] : undefined;
        tell(why ? 'no_token' : 'error', why ?? VOICE.failed);
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
    tell('call_ended');
    stop();
  };
}
