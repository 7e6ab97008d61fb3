import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply } from '../../../tests/support/fake-backend';
import { VOICE } from '../../messages/voice';
import { type CallEvent, type CallState, nextState, startsCall, stateLabel } from './call-state';
import { voiceCalls } from './calling';
import { mayListen } from './microphone';
import { voice } from './voice';
import type { LineEvent, VoiceLine } from './voice-line';

const STATES: CallState[] = ['idle', 'connecting', 'active', 'ended', 'error'];

describe('a voice call', () => {
  it('has five states, and each event leads to one of them', () => {
    const table: [CallEvent, CallState[]][] = [
      ['start', ['connecting', 'connecting', 'active', 'connecting', 'connecting']],
      ['call_started', ['idle', 'active', 'active', 'ended', 'error']],
      ['call_ended', ['idle', 'ended', 'ended', 'ended', 'error']],
      ['error', ['idle', 'error', 'error', 'ended', 'error']],
      ['no_token', ['idle', 'idle', 'active', 'ended', 'error']],
    ];
    for (const [event, next] of table) {
      expect(
        STATES.map((state) => nextState(state, event)),
        event,
      ).toEqual(next);
    }
  });

  it('has a label for each state but idle', () => {
    expect(STATES.map(stateLabel)).toEqual(['', 'Connecting', 'Active', 'Ended', 'Error']);
  });

  it('can be started while idle, ended, or in error', () => {
    expect(STATES.filter(startsCall)).toEqual(['idle', 'ended', 'error']);
  });
});

/** A line that does nothing by itself. */
class FakeLine implements VoiceLine {
  tokens: string[] = [];
  stopped = 0;
  private readonly tells = new Map<LineEvent, () => void>();

  async startCall({ accessToken }: { accessToken: string }) {
    this.tokens.push(accessToken);
  }
  stopCall() {
    this.stopped += 1;
    this.tell('call_ended');
  }
  on(event: LineEvent, tell: () => void) {
    this.tells.set(event, tell);
  }
  tell(event: LineEvent) {
    this.tells.get(event)?.();
  }
}

function put(dependencies: Partial<Parameters<typeof voiceCalls>[0]> = {}) {
  const line = new FakeLine();
  const shown: [CallState, string][] = [];
  const tap = voiceCalls({
    mayListen: async () => true,
    token: async () => 'token-1',
    loadLine: async () => line,
    show: (state, note) => shown.push([state, note]),
    ...dependencies,
  });
  return { line, shown, tap, state: () => shown.at(-1) };
}

describe('the voice assistant', () => {
  it('connects at once, passes the token, and is active when the line reports it', async () => {
    const { line, shown, tap, state } = put();
    await tap();
    expect([shown, line.tokens]).toEqual([[['connecting', '']], ['token-1']]);
    line.tell('call_started');
    expect(state()).toEqual(['active', '']);
    line.tell('call_ended');
    expect(state()).toEqual(['ended', '']);
  });

  it('stops the call on an error, and stays in error when the line then ends', async () => {
    const { line, tap, state } = put();
    await tap();
    line.tell('call_started');
    line.tell('error');
    expect([state(), line.stopped]).toEqual([['error', VOICE.failed], 1]);
  });

  it('requests the microphone first, and makes no call without it', async () => {
    const token = vi.fn(async () => 'token-1');
    const { tap, state } = put({ mayListen: async () => false, token });
    await tap();
    expect(state()).toEqual(['error', VOICE.blocked]);
    expect(token).not.toHaveBeenCalled();
  });

  it('goes back to idle when the answer has no token', async () => {
    const { line, tap, state } = put({ token: async () => null });
    await tap();
    expect([state(), line.tokens]).toEqual([['idle', VOICE.noToken], []]);
  });

  it.each<[string, Partial<Parameters<typeof voiceCalls>[0]>]>([
    ['the token', { token: () => Promise.reject(new Error('x')) }],
    ['the line', { loadLine: () => Promise.reject(new Error('x')) }],
  ])('is in error when %s throws', async (_, dependencies) => {
    const { tap, state } = put(dependencies);
    await tap();
    expect(state()).toEqual(['error', VOICE.failed]);
  });

  it('ends a call on the second tap, and starts a new one on the third', async () => {
    const { line, tap, state } = put();
    await tap();
    line.tell('call_started');
    await tap();
    expect([state(), line.stopped]).toEqual([['ended', ''], 1]);
    await tap();
    expect(state()).toEqual(['connecting', '']);
    expect(line.tokens).toHaveLength(2);
  });

  it('starts no call that was cancelled while connecting', async () => {
    let give = (_: string) => {};
    const { line, tap, state } = put({ token: () => new Promise((resolve) => (give = resolve)) });
    const first = tap();
    await vi.waitFor(() => expect(state()).toEqual(['connecting', '']));
    await tap();
    give('late');
    await first;
    expect([state(), line.tokens]).toEqual([['ended', ''], []]);
  });
});

describe('the voice button', () => {
  const listen = vi.fn();

  beforeEach(() => {
    listen.mockReset();
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: listen } });
  });

  function draw(reply: Reply, calls = 'data-calls') {
    document.body.innerHTML = `<aside><div ${calls}><button data-action="voice"><svg data-part="start-icon"></svg>
      <svg data-part="stop-icon" hidden></svg></button><p data-part="state"></p></div><p data-part="said"></p>
      <section data-part="recording" hidden><h3 tabindex="-1">Before the Call</h3>
      <button data-agree></button><button data-decline></button></section></aside>`;
    const backend = fakeBackend({ 'POST /backend/start-retell-call': reply });
    const press = voice(document.querySelector('aside') as HTMLElement);
    const click = (name: string) => document.querySelector<HTMLElement>(`[${name}]`)?.click();
    const tap = () => {
      press();
      click('data-agree');
    };
    const isHidden = (name: string) =>
      document.querySelector(`[data-part="${name}"]`)?.hasAttribute('hidden');
    const text = (name: string) => document.querySelector(`[data-part="${name}"]`)?.textContent;
    return { backend, press, click, tap, isHidden, text };
  }

  it('requests nothing before the visitor agrees to the recording', async () => {
    listen.mockResolvedValue({ getTracks: () => [] });
    const { backend, press, click, isHidden, text } = draw(() => ({ data: null }));
    press();
    expect([isHidden('recording'), document.activeElement?.textContent]).toEqual([false, 'Before the Call']);
    click('data-decline');
    expect([isHidden('recording'), text('state')]).toEqual([true, '']);
    expect(document.activeElement).toBe(document.querySelector('[data-action="voice"]'));
    await Promise.resolve();
    expect(listen).not.toHaveBeenCalled();
    expect(backend.calls).toEqual([]);
    press();
    click('data-agree');
    await vi.waitFor(() => expect(backend.calls).toHaveLength(1));
    expect(listen).toHaveBeenCalledOnce();
  });

  it('shows the stop icon and the label while connecting, and the start icon on error', async () => {
    const stop = vi.fn();
    let answer = (_: unknown) => {};
    listen.mockResolvedValue({ getTracks: () => [{ stop }] });
    const { backend, tap, isHidden, text } = draw(() => new Promise((resolve) => (answer = resolve)));
    tap();
    expect([text('state'), isHidden('start-icon'), isHidden('stop-icon')]).toEqual([
      'Connecting',
      true,
      false,
    ]);
    await vi.waitFor(() => expect(backend.calls[0]?.body).toEqual({}));
    expect(stop).toHaveBeenCalledOnce();
    answer(problem(503, 'unavailable', 'x'));
    await vi.waitFor(() => expect(text('state')).toBe('Error'));
    expect([isHidden('start-icon'), isHidden('stop-icon')]).toEqual([false, true]);
  });

  it('says at once that there are no calls when the page allows none, without any request', () => {
    const { backend, tap, text, isHidden } = draw(() => ({ data: { access_token: 'token-1' } }), '');
    tap();
    expect([text('said'), text('state'), isHidden('start-icon')]).toEqual([VOICE.off, '', false]);
    expect(listen).not.toHaveBeenCalled();
    expect(backend.calls).toEqual([]);
  });

  it('says that there are no calls when none are set up', async () => {
    listen.mockResolvedValue({ getTracks: () => [] });
    const { tap, text } = draw(() => problem(404, 'assistant_off', 'x'));
    tap();
    await vi.waitFor(() => expect(text('said')).toBe(VOICE.off));
    expect(text('state')).toBe('');
  });

  it('says that no more calls are accepted today', async () => {
    listen.mockResolvedValue({ getTracks: () => [] });
    const { tap, text } = draw(() => problem(429, 'budget_used_up', 'x'));
    tap();
    await vi.waitFor(() => expect(text('said')).toBe(VOICE.usedUp));
    expect(text('state')).toBe('');
  });

  it('says what to do when the microphone is blocked', async () => {
    listen.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    const { backend, tap, text } = draw(() => ({ data: null }));
    tap();
    await vi.waitFor(() => expect([text('state'), text('said')]).toEqual(['Error', VOICE.blocked]));
    expect(backend.calls).toEqual([]);
  });

  it('handles a browser without a microphone', async () => {
    vi.stubGlobal('navigator', {});
    expect(await mayListen()).toBe(false);
  });
});
