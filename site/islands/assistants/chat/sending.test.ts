import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, json, problem, type Reply, unreachable } from '../../../tests/support/fake-backend';
import type { Conversation } from './conversation';
import { beginChat, HELP_DELAY } from './sending';

const message = (content: string) => ({ message_id: content, content, created_timestamp: 1_700_000_000_000 });
const answer = (contents: string[], chatId: string | null = 'chat-1', chat_status = 'ongoing') => ({
  chat_status,
  chatId,
  messages: contents.map(message),
});

/** A chat whose server gives these replies in turn. */
function open(...replies: Reply[]) {
  return openWithHelp(() => ({ help: null }), ...replies);
}

/** The same, with a reply to the call for urgent help. */
function openWithHelp(help: Reply, ...replies: Reply[]) {
  let count = 0;
  const { to } = fakeBackend({
    'POST /backend/urgent_help': help,
    'POST /backend/chat': (call) => {
      const reply = replies[Math.min(count, replies.length - 1)];
      count += 1;
      return reply?.(call);
    },
  });
  const states: Conversation[] = [];
  const restored: string[] = [];
  const chat = beginChat({ show: (state) => states.push(state), restore: (text) => restored.push(text) });
  const now = () => states.at(-1) as Conversation;
  const texts = () => now().messages.map(({ role, content }) => `${role}: ${content}`);
  const calls = () => to('/backend/chat');
  return { calls, chat, states, restored, now, texts };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a chat text', () => {
  it('is trimmed before it is sent, with the id of the current chat', async () => {
    const { calls, chat } = open(() => answer(['a']));
    await chat.send('  Is it free? \n');
    await chat.send('And then?');
    expect(calls().map(({ body }) => body)).toEqual([
      { message: 'Is it free?', chatId: null },
      { message: 'And then?', chatId: 'chat-1' },
    ]);
  });

  it.each(['', '   ', '\n\t'])('of white space is not sent: %j', async (typed) => {
    const { calls, chat, states } = open(() => answer(['a']));
    await chat.send(typed);
    expect([calls(), states]).toEqual([[], []]);
  });

  it('is not sent while an answer is pending', async () => {
    const { calls, chat, now } = open(() => new Promise(() => {}));
    void chat.send('one');
    expect(now().isAwaiting).toBe(true);
    await chat.send('two');
    expect(calls()).toHaveLength(1);
  });

  it('is listed at once, with its id, role, and time', async () => {
    vi.setSystemTime(1_800_000_000_000);
    const { chat, states } = open(() => answer(['b']));
    await chat.send('a');
    expect(states[0]?.messages).toEqual([
      { id: 'message-1', role: 'user', content: 'a', timestamp: 1_800_000_000_000 },
    ]);
    expect(states.at(-1)?.messages[1]).toEqual({
      id: 'message-2',
      role: 'agent',
      content: 'b',
      timestamp: 1_700_000_000_000,
    });
  });
});

describe('an answer', () => {
  it('shows its messages one after another, 1000 ms apart', async () => {
    const { chat, texts, now } = open(() => answer(['1', '2', '3']));
    const sent = chat.send('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(['user: a', 'agent: 1']);
    await vi.advanceTimersByTimeAsync(999);
    expect(texts()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts()).toEqual(['user: a', 'agent: 1', 'agent: 2']);
    expect(now().isAwaiting).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await sent;
    expect(texts()).toEqual(['user: a', 'agent: 1', 'agent: 2', 'agent: 3']);
    expect(now().isAwaiting).toBe(false);
  });

  it('that ends the chat makes the next text begin a new one', async () => {
    const { calls, chat, now } = open(
      () => answer(['a']),
      () => answer(['bye'], 'chat-1', 'ended'),
      () => answer(['new'], 'chat-2'),
    );
    await chat.send('1');
    expect(now().chatId).toBe('chat-1');
    await chat.send('2');
    expect(now().chatId).toBeNull();
    await chat.send('3');
    expect(calls()[2]?.body).toEqual({ message: '3', chatId: null });
    expect(now().chatId).toBe('chat-2');
  });

  it('that ends without a message resends the text once in a new chat', async () => {
    const { calls, chat, states, texts } = open(
      () => answer(['a']),
      () => answer([], 'chat-1', 'ended'),
      () => answer(['b'], 'chat-2'),
    );
    await chat.send('1');
    await chat.send('2');
    expect(
      calls()
        .slice(1)
        .map(({ body }) => body),
    ).toEqual([
      { message: '2', chatId: 'chat-1' },
      { message: '2', chatId: null },
    ]);
    expect(texts()).toEqual(['user: 1', 'agent: a', 'user: 2', 'agent: b']);
    const counts = states.map(({ messages }) => messages.filter(({ content }) => content === '2').length);
    expect(Math.max(...counts)).toBe(1);
  });

  it('that repeatedly ends without a message is a failure, not a loop', async () => {
    const { calls, chat, restored, texts, now } = open(() => answer([], null, 'ended'));
    await chat.send('1');
    expect(calls()).toHaveLength(2);
    expect([texts(), restored, now().isAwaiting]).toEqual([[], ['1'], false]);
    expect(now().failure).toBe('The assistant did not answer.');
  });
});

describe('an answer without a message', () => {
  it('is a failure when the chat continues', async () => {
    const { calls, chat, restored, texts, now } = open(
      () => answer([]),
      () => answer(['b']),
    );
    await chat.send('1');
    expect(calls()).toHaveLength(1);
    expect([texts(), restored, now().isAwaiting]).toEqual([[], ['1'], false]);
    expect(now().failure).toBe('The assistant did not answer.');
    await chat.send('1');
    expect([texts(), calls()[1]?.body]).toEqual([
      ['user: 1', 'agent: b'],
      { message: '1', chatId: 'chat-1' },
    ]);
  });
});

describe('an answer that repeats an id', () => {
  it('is still shown, under an id of its own', async () => {
    const repeated = () => ({ ...answer([]), messages: [message('same'), message('same')] });
    const { chat, texts, now } = open(repeated);
    for (const text of ['1', '2']) {
      const sent = chat.send(text);
      await vi.advanceTimersByTimeAsync(1000);
      await sent;
    }
    expect(texts()).toEqual([
      'user: 1',
      'agent: same',
      'agent: same',
      'user: 2',
      'agent: same',
      'agent: same',
    ]);
    expect(new Set(now().messages.map(({ id }) => id)).size).toBe(6);
  });
});

describe('a text that could not be sent', () => {
  it.each<[string, Reply, string]>([
    ['no server', () => unreachable(), 'Check your connection'],
    ['too many', () => problem(429, 'too_many_requests', 'Please wait 2 minutes.'), 'Please wait 2 minutes.'],
    ['a status alone', () => json('x', 502), 'Something went wrong on our side.'],
    ['another shape', () => ({ chat_status: 'maybe' }), 'Something went wrong on our side.'],
  ])('is restored to the text box and leaves the list: %s', async (_, reply, words) => {
    const { chat, restored, texts, now } = open(reply);
    await chat.send(' What is a placebo? ');
    expect([texts(), restored, now().isAwaiting]).toEqual([[], ['What is a placebo?'], false]);
    expect(now().failure).toContain(words);
    chat.dismiss();
    expect(now().failure).toBeNull();
  });

  it('can be sent again', async () => {
    const { chat, texts, now } = open(
      () => unreachable(),
      () => answer(['b']),
    );
    await chat.send('a');
    await chat.send('a');
    expect([texts(), now().failure]).toEqual([['user: a', 'agent: b'], null]);
  });
});

describe('the help note', () => {
  it.each<[string, Reply]>([
    ['the chat is busy', () => json('', 503)],
    ['too much was asked', () => problem(429, 'too_many_requests', 'Please wait 2 minutes.')],
    ['there is no network', () => unreachable()],
    ['the gateway gave up', () => json('', 504)],
  ])('appears when %s, for any text', async (_, reply) => {
    for (const text of ['I took all my pills', 'My chest hurts. '.repeat(125)]) {
      const { chat, now } = open(reply);
      await chat.send(text);
      expect(now().namesHelp).toBe(true);
      chat.dismiss();
      expect(now().namesHelp).toBe(true);
    }
  });

  it('appears while an answer takes long, and disappears with the answer', async () => {
    let reply: (value: unknown) => void = () => {};
    const { chat, now } = open(() => new Promise((resolve) => (reply = resolve)));
    const sent = chat.send('I took all my pills');
    await vi.advanceTimersByTimeAsync(HELP_DELAY - 1);
    expect(now().namesHelp).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([now().namesHelp, now().isAwaiting]).toEqual([true, true]);
    reply(answer(['Call 911.']));
    await sent;
    expect(now().namesHelp).toBe(false);
  });

  it('does not appear next to a quick answer', async () => {
    const { chat, states } = open(() => answer(['a']));
    await chat.send('Is it free?');
    await vi.advanceTimersByTimeAsync(2 * HELP_DELAY);
    expect(states.some(({ namesHelp }) => namesHelp)).toBe(false);
  });
});

describe('urgent help', () => {
  const HELP = 'Call 911 now.';

  it('is shown while the chat is busy, and not repeated with its answer', async () => {
    let reply: (value: unknown) => void = () => {};
    const { chat, texts, now } = openWithHelp(
      () => ({ help: HELP }),
      () => new Promise((resolve) => (reply = resolve)),
    );
    const sent = chat.send('I took all my pills');
    await vi.advanceTimersByTimeAsync(2 * HELP_DELAY);
    expect([texts(), now().namesHelp]).toEqual([['user: I took all my pills', `agent: ${HELP}`], false]);
    reply(answer([HELP, 'Trials']));
    await sent;
    expect(texts()).toEqual(['user: I took all my pills', `agent: ${HELP}`, 'agent: Trials']);
  });

  it.each<[string, Reply]>([
    ['fails', () => json('', 503)],
    ['refuses', () => problem(429, 'too_many_requests', 'Please wait 2 minutes.')],
    ['says nothing', () => answer([], null, 'ended')],
  ])('answers the text when the chat %s', async (_, reply) => {
    const late = new Promise((resolve) => setTimeout(() => resolve({ help: HELP }), 1));
    const { chat, texts, now, restored } = openWithHelp(() => late, reply);
    const sent = chat.send('I took all my pills');
    await vi.advanceTimersByTimeAsync(1);
    await sent;
    expect([now().failure, restored, now().isAwaiting]).toEqual([null, [], false]);
    expect(texts()).toEqual(['user: I took all my pills', `agent: ${HELP}`]);
  });

  it('that fails does not affect the chat', async () => {
    const { chat, texts } = openWithHelp(
      () => json('', 503),
      () => answer(['b']),
    );
    await chat.send('a');
    expect(texts()).toEqual(['user: a', 'agent: b']);
  });
});

it('stores nothing in the browser', async () => {
  const { chat } = open(() => answer(['b']));
  await chat.send('I have asthma');
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
