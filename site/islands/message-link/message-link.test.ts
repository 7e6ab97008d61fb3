import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { mount, parseLink } from './message-link';

const TOKEN = '0123456789abcdef'.repeat(6);
const template = readFileSync('templates/notify.html', 'utf8');

function open(hash: string, reply: Reply = () => ({ result: 'done' })) {
  history.replaceState(null, '', `/notify${hash}`);
  return load(reply);
}

function load(reply: Reply = () => ({ result: 'done' })) {
  document.title = 'News and Messages – Waypoint';
  document.body.innerHTML = template
    .slice(template.indexOf('<h1'), template.lastIndexOf('</div>'))
    .replace('{{ title }}', 'News and Messages');
  const backend = fakeBackend({
    '/backend/notify/confirm': reply,
    '/backend/notify/stop': reply,
    '/backend/messages/stop': reply,
    '/backend/introduction/confirm': reply,
    '/backend/introduction/erase': reply,
  });
  const island = document.querySelector<HTMLElement>('[data-island]') as HTMLElement;
  mount(island);
  const shown = () =>
    [...island.querySelectorAll<HTMLElement>('[data-part]')]
      .filter(({ hidden, dataset }) => !hidden && dataset.part !== 'said')
      .map(({ dataset }) => dataset.part);
  const press = (word: string) => island.querySelector<HTMLElement>(`[data-part="${word}"] button`)?.click();
  const headings = () => [document.querySelector('h1')?.textContent, document.title];
  return {
    backend,
    shown,
    press,
    headings,
    said: () => island.querySelector('[data-part="said"]')?.textContent,
  };
}

it('recognizes only the links of our emails', () => {
  expect(parseLink(`#confirm=${TOKEN}`)).toEqual({ word: 'confirm', token: TOKEN });
  expect(parseLink(`#stop=${TOKEN}`)).toEqual({ word: 'stop', token: TOKEN });
  const messages = `PT0123456789AB${'0a'.repeat(32)}sms`;
  expect(parseLink(`#stop-messages=${messages}`)).toEqual({
    word: 'stop-messages',
    token: messages,
    channel: 'sms',
  });
  expect(parseLink(`#stop-messages=${messages.slice(0, -3)}`)).toBeNull();
  for (const hash of ['', '#main', '#confirm=', `#erase=${TOKEN}`, `#confirm=${TOKEN}0`, '#stop=<b>']) {
    expect(parseLink(hash)).toBeNull();
  }
});

it.each([
  ['confirm', 'confirmed'],
  ['stop', 'stopped'],
])(
  'a link to %s leaves the address at once, and makes no call before the button is pressed',
  async (word, after) => {
    const { backend, shown, press } = open(`#${word}=${TOKEN}`);
    expect(location.href).toMatch(/\/notify$/);
    expect(shown()).toEqual([word]);
    expect(backend.calls).toEqual([]);
    press(word);
    await vi.waitFor(() => expect(shown()).toEqual([after]));
    expect(backend.calls.map(({ path, body }) => [path, body])).toEqual([
      [`/backend/notify/${word}`, { token: TOKEN }],
    ]);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(TOKEN);
  },
);

it.each([
  ['email', 'emails about how your sign-up is going', 'Emails About Your Sign-Up'],
  ['call', 'phone calls', 'Phone Calls'],
  ['sms', 'text messages', 'Text Messages'],
  ['app', 'messages in the app', 'Messages in the App'],
  ['pigeon', 'messages (pigeon)', 'Messages (pigeon)'],
])('a link that stops the messages of %s names them and has one button', async (channel, plain, title) => {
  const token = `PT0123456789AB${'0a'.repeat(32)}${channel}`;
  const { backend, shown, press, headings } = open(`#stop-messages=${token}`);
  expect(headings()).toEqual([`Stop ${title}`, `Stop ${title} – Waypoint`]);
  expect(location.href).toMatch(/\/notify$/);
  expect(shown()).toEqual(['stop-messages']);
  const part = document.querySelector('[data-part="stop-messages"]') as HTMLElement;
  expect(part.textContent).toContain(`Stop ${plain}?`);
  expect([...part.querySelectorAll('button')].map((button) => button.textContent)).toEqual([`Stop ${title}`]);
  expect(backend.calls).toEqual([]);
  press('stop-messages');
  await vi.waitFor(() => expect(shown()).toEqual(['stopped-messages']));
  expect(backend.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/backend/messages/stop', { token }],
  ]);
  const done = document.querySelector('[data-part="stopped-messages"]');
  expect(done?.textContent).toContain(`You get no more ${plain}.`);
  expect(headings()).toEqual([`No More ${title}`, `No More ${title} – Waypoint`]);
});

it.each([
  [`#confirm=${TOKEN}`, 'News by Email'],
  [`#stop=${TOKEN}`, 'Stop News by Email'],
  [`#send-details=${TOKEN}`, 'Send Your Details'],
  [`#erase-details=${TOKEN}`, 'Erase Your Details'],
  ['#stop=cut-off', 'This Link Does Not Work'],
  ['', 'News and Messages'],
])('the heading and the title name what the link %s does', (hash, heading) => {
  expect(open(hash).headings()).toEqual([heading, `${heading} – Waypoint`]);
});

const PREVIEW = {
  mail: { name: 'Ana Sample', address: 'ana@example.org', subject: 'Someone asks', text: 'Hello' },
  consent: 'I agree.',
  sha256: 'ab12',
};

it('a link that sends details shows the email, and sends it only after the button', async () => {
  const reply: Reply = ({ body }) =>
    (body as { agreed: string }).agreed === 'ab12'
      ? { result: 'confirmed' }
      : { result: 'preview', preview: PREVIEW };
  const { backend, shown, press } = open(`#send-details=${TOKEN}`, reply);
  expect(location.href).toMatch(/\/notify$/);
  const text = (name: string) => document.querySelector(`[data-mail="${name}"]`)?.textContent;
  await vi.waitFor(() => expect(text('text')).toBe('Hello'));
  expect([text('to'), text('subject'), text('consent')]).toEqual([
    'Ana Sample, ana@example.org',
    'Someone asks',
    'I agree.',
  ]);
  expect(shown()).toEqual(['send-details']);
  press('send-details');
  await vi.waitFor(() => expect(shown()).toEqual(['details-confirmed']));
  const agreed = backend.calls.map(({ body }) => (body as { agreed: string }).agreed);
  expect(new Set(agreed)).toEqual(new Set(['', 'ab12']));
  expect(agreed.filter((sha256) => sha256 === 'ab12')).toHaveLength(1);
});

it.each([
  ['already_sent', 'details-already-sent'],
  ['withheld', 'details-withheld'],
])('a link that sends details says why nothing is sent: %s', async (result, after) => {
  const { shown } = open(`#send-details=${TOKEN}`, () => ({ result }));
  await vi.waitFor(() => expect(shown()).toEqual([after]));
});

it('a link that sends details can be tried again after a failure, and shows an email that has changed', async () => {
  let works = false;
  const reply: Reply = () => (works ? { result: 'preview', preview: PREVIEW } : unreachable());
  const { press, said, shown } = open(`#send-details=${TOKEN}`, reply);
  await vi.waitFor(() => expect(said()).toMatch(/Check your connection/));
  works = true;
  press('send-details');
  await vi.waitFor(() => expect(said()).toBe(''));
  press('send-details');
  await vi.waitFor(() => expect(said()).toMatch(/has changed/));
  expect(shown()).toEqual(['send-details']);
});

it('a link that erases details does it only after the button', async () => {
  const { backend, shown, press } = open(`#erase-details=${TOKEN}`);
  expect(backend.calls).toEqual([]);
  press('erase-details');
  await vi.waitFor(() => expect(shown()).toEqual(['details-erased']));
  expect(backend.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/backend/introduction/erase', { token: TOKEN }],
  ]);
});

it('an invalid link says what to do', async () => {
  const { shown, press } = open(`#confirm=${TOKEN}`, () => problem(404, 'link_invalid', 'No.'));
  press('confirm');
  await vi.waitFor(() => expect(shown()).toEqual(['invalid']));
  expect((document.activeElement as HTMLElement).dataset.part).toBe('invalid');
  expect(open('#confirm=cut-off').shown()).toEqual(['invalid']);
});

it('a link survives a reload until it is used', async () => {
  open(`#stop=${TOKEN}`);
  const { press, shown } = load();
  expect(shown()).toEqual(['stop']);
  press('stop');
  await vi.waitFor(() => expect(shown()).toEqual(['stopped']));
  expect(load().shown()).toEqual(['none']);
});

it('a failed request leaves the button in place', async () => {
  const { shown, press, said, backend } = open(`#stop=${TOKEN}`, unreachable);
  press('stop');
  await vi.waitFor(() => expect(said()).toMatch(/Check your connection/));
  expect(shown()).toEqual(['stop']);
  press('stop');
  await vi.waitFor(() => expect(backend.calls).toHaveLength(2));
});

it('without a link the page explains where to find one', () => {
  expect(open('').shown()).toEqual(['none']);
});

it('following the page’s own skip link changes nothing', () => {
  document.documentElement.insertAdjacentHTML('beforeend', '<a id="main"></a>');
  const { shown } = open('#main');
  expect(shown()).toEqual(open('').shown());
  expect(shown()).not.toContain('invalid');
  document.getElementById('main')?.remove();
});
