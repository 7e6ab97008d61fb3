import { expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { mount } from './nurse';

const MARKUP = `
  <p data-part="waiting" hidden>Loading ...</p>
  <div data-part="failed" hidden><button type="button" data-retry>Try Again</button></div>
  <div data-part="unknown" tabindex="-1" hidden>We don’t find your sign-up</div>
  <div data-part="unaccepted" hidden><a href="/" data-notice>Read the privacy notice</a></div>
  <form data-part="form" hidden><strong data-study></strong>
    <input type="radio" name="when" value="any" checked><input type="radio" name="when" value="evening">
    <button type="submit">Ask for a Call</button></form>
  <div data-part="asked" tabindex="-1" hidden><button type="button" data-again>Change the Time</button></div>
  <p role="status"></p>`;

const SIGN_UP = {
  pt_id: 'PT0123456789AB',
  study_number: 'STU02001',
  study_title: 'A gel for leg ulcers',
  acknowledged: true,
};

function open(participant: Reply, nurse: Reply = () => ({ result: 'asked' })) {
  document.body.innerHTML = `<section>${MARKUP}</section>`;
  const island = document.querySelector('section') as HTMLElement;
  const backend = fakeBackend({ 'GET /backend/participant': participant, '/backend/nurse': nurse });
  mount(island);
  const shown = () =>
    [...island.querySelectorAll<HTMLElement>('[data-part]')]
      .filter((part) => !part.hidden)
      .map((part) => part.dataset.part);
  return {
    island,
    backend,
    shown,
    press: () => island.querySelector<HTMLButtonElement>('[type="submit"]')?.click(),
  };
}

const status = () => document.querySelector('[role="status"]')?.textContent;

it('sends a request from the browser that signed up, names the study, and confirms it', async () => {
  const { island, backend, shown, press } = open(() => ({ data: SIGN_UP }));
  await vi.waitFor(() => expect(shown()).toEqual(['form']));
  expect(island.querySelector('[data-study]')?.textContent).toBe('A gel for leg ulcers');
  island.querySelector<HTMLInputElement>('[value="evening"]')?.click();
  press();
  press();
  await vi.waitFor(() => expect(shown()).toEqual(['asked']));
  expect(backend.to('/backend/nurse').map(({ body }) => body)).toEqual([
    { number: 'PT0123456789AB', when: 'evening' },
  ]);
  expect((document.activeElement as HTMLElement).dataset.part).toBe('asked');
  island.querySelector<HTMLButtonElement>('[data-again]')?.click();
  expect(shown()).toEqual(['form']);
});

it.each([
  ['a browser without a sign-up', () => ({ data: null }), 'unknown'],
  [
    'a sign-up whose notice is not accepted',
    () => ({ data: { ...SIGN_UP, acknowledged: false } }),
    'unaccepted',
  ],
  ['a browser that can’t reach the server', unreachable, 'failed'],
])('shows no form to %s', async (_, reply, part) => {
  const { island, shown } = open(reply);
  await vi.waitFor(() => expect(shown()).toEqual([part]));
  if (part === 'unaccepted') {
    expect(island.querySelector('[data-notice]')?.getAttribute('href')).toBe('/enroll/STU02001#notice');
  }
});

it('looks up the sign-up again on request', async () => {
  let reply: Reply = unreachable;
  const { island, shown } = open((call) => reply(call));
  await vi.waitFor(() => expect(shown()).toEqual(['failed']));
  reply = () => ({ data: SIGN_UP });
  island.querySelector<HTMLButtonElement>('[data-retry]')?.click();
  await vi.waitFor(() => expect(shown()).toEqual(['form']));
});

it('keeps the form when the request fails, and says why', async () => {
  const { shown, press } = open(
    () => ({ data: SIGN_UP }),
    () => problem(429, 'too_many_requests', 'Please wait a while.'),
  );
  await vi.waitFor(() => expect(shown()).toEqual(['form']));
  press();
  await vi.waitFor(() => expect(status()).toBe('Please wait a while.'));
  expect(shown()).toEqual(['form']);
});

it('says how to continue when the session has expired', async () => {
  const { shown, press } = open(
    () => ({ data: SIGN_UP }),
    () => problem(404, 'not_found', 'Not Found'),
  );
  await vi.waitFor(() => expect(shown()).toEqual(['form']));
  press();
  await vi.waitFor(() => expect(shown()).toEqual(['unknown']));
});
