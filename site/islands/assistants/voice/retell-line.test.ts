import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLine } from './line';
import { newLine } from './retell-line';

const { clients, FakeClient } = vi.hoisted(() => {
  /** The SDK's client, which can't stop a call before it is connected. */
  class FakeClient {
    calls: unknown[] = [];
    isConnected = false;
    room: { disconnect: () => Promise<void> } | undefined;
    private readonly listeners = new Map<string, (() => void)[]>();

    constructor() {
      clients.push(this);
    }
    async startCall(options: object) {
      this.calls.push(options);
      this.room = { disconnect: async () => void this.calls.push('disconnect') };
    }
    stopCall() {
      if (this.isConnected) {
        this.calls.push('stop');
        this.isConnected = false;
        this.room = undefined;
        this.emit('call_ended');
      }
    }
    on(event: string, listener: () => void) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    }
    emit(event: string) {
      for (const listener of this.listeners.get(event) ?? []) {
        listener();
      }
    }
    connect() {
      this.isConnected = true;
      this.emit('call_started');
    }
  }
  const clients: FakeClient[] = [];
  return { clients, FakeClient };
});

vi.mock('retell-client-js-sdk', () => ({ RetellWebClient: FakeClient }));

beforeEach(() => void clients.splice(0));

function open() {
  const line = newLine();
  const client = clients[0] as InstanceType<typeof FakeClient>;
  const events: string[] = [];
  for (const event of ['call_started', 'call_ended', 'error'] as const) {
    line.on(event, () => events.push(event));
  }
  return { line, client, events };
}

describe('the line of a call', () => {
  it('passes the token to the SDK and its events to the listeners', async () => {
    const { line, client, events } = open();
    await line.startCall({ accessToken: 'token-1' });
    expect(client.calls).toEqual([{ accessToken: 'token-1' }]);
    client.connect();
    client.emit('error');
    line.stopCall();
    expect(events).toEqual(['call_started', 'error', 'call_ended']);
    expect(client.calls.slice(1)).toEqual(['stop']);
  });

  it('cancels a call that is connecting, and ends it if it connects anyway', async () => {
    const { line, client } = open();
    await line.startCall({ accessToken: 'token-1' });
    line.stopCall();
    expect(client.calls.slice(1)).toEqual(['disconnect']);
    client.connect();
    expect(client.calls.slice(1)).toEqual(['disconnect', 'stop']);
  });

  it('may be stopped before it was started', () => {
    const { line, client } = open();
    line.stopCall();
    expect(client.calls).toEqual([]);
  });

  it('is new for each call', async () => {
    expect(await loadLine()).not.toBe(await loadLine());
    expect(clients).toHaveLength(2);
  });
});
