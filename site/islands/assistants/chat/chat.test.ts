import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, type Reply, unreachable } from '../../../tests/support/fake-backend';
import { mount } from '../assistants';
import { chat } from './chat';

const STORE = 'https://apps.apple.com/app/id1';

function put(reply: Reply) {
  document.body.innerHTML = `<aside data-island="assistants">
    <p data-part="notice">You accept our <a href="/terms">terms</a> and our <a href="/privacy">privacy policy</a>.</p>
    <div><button data-action="chat" aria-expanded="false">Ask in the Chat</button></div>
    <p role="status" data-part="said"></p></aside>`;
  const backend = fakeBackend({ '/backend/chat': reply });
  const island = document.querySelector('aside') as HTMLElement;
  const tap = chat(island);
  const find = <E extends Element>(selector: string) => island.querySelector<E>(selector) as E;
  const button = (words: string) =>
    [...island.querySelectorAll('button')].find((one) => one.textContent === words) as HTMLButtonElement;
  return {
    backend,
    island,
    tap,
    button,
    panel: find<HTMLElement>('[role="dialog"]'),
    input: find<HTMLTextAreaElement>('textarea'),
    log: find<HTMLElement>('[role="log"]'),
    status: () => find('.chat__status').textContent,
    failure: find<HTMLElement>('[role="alert"]'),
  };
}

const answer = (...contents: string[]) => ({
  chat_status: 'ongoing',
  chatId: 'c',
  messages: contents.map((content) => ({ message_id: content, content, created_timestamp: 1 })),
});

describe('the chat', () => {
  beforeEach(() => {
    Element.prototype.scrollTo ??= () => {};
  });

  it('opens on a tap with the focus in its text box, and closes on Escape', async () => {
    const { tap, panel, input, island } = put(() => answer());
    const opener = island.querySelector('[data-action="chat"]') as HTMLElement;
    expect(panel.hidden).toBe(true);
    tap();
    expect([panel.hidden, opener.getAttribute('aria-expanded')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard('{Escape}');
    expect([panel.hidden, opener.getAttribute('aria-expanded')]).toEqual([true, 'false']);
    expect(document.activeElement).toBe(opener);
  });

  it('traps the keyboard focus only while it covers the page', async () => {
    const { tap, panel, button } = put(() => answer());
    tap();
    button('Send').focus();
    await userEvent.tab();
    expect(panel.contains(document.activeElement)).toBe(false);
    Object.defineProperty(panel, 'offsetWidth', { value: innerWidth - 16 });
    button('Send').focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(button('Expand'));
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(button('Send'));
  });

  it('contains the notice with terms and privacy policy', () => {
    const { panel } = put(() => answer());
    const links = [...panel.querySelectorAll<HTMLAnchorElement>('.chat__notice a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms', '/privacy']);
    expect(links.map(({ target, rel }) => [target, rel])).toEqual(
      Array(2).fill(['_blank', 'noopener noreferrer']),
    );
    expect(links[0]?.textContent).toBe('terms (opens a new tab)');
  });

  it('reports a text that is too long, keeps it, and sends it once it is shorter', async () => {
    const { backend, tap, input, panel } = put(() => answer('a'));
    const hint = () => panel.querySelector('.chat__hint')?.textContent;
    tap();
    input.value = 'ữ'.repeat(2000);
    await userEvent.type(input, 'a{Enter}');
    expect(hint()).toBe('This is too long to send. Please shorten it to 2,000 letters.');
    expect([input.value.length, backend.calls.length]).toEqual([2001, 0]);
    await userEvent.type(input, '{Backspace}');
    expect(hint()).toMatch(/^Please leave out names/);
    await userEvent.type(input, '{Enter}');
    expect(backend.to('/backend/chat')).toHaveLength(1);
  });

  it('shows Typing... and disables input while a reply is pending, and Online otherwise', async () => {
    let reply = (_: unknown) => {};
    const { tap, input, button, status, log } = put(() => new Promise((resolve) => (reply = resolve)));
    tap();
    expect(status()).toBe('Online');
    await userEvent.type(input, 'Is it free?{Enter}');
    expect([status(), input.disabled, button('Send').disabled]).toEqual(['Typing...', true, true]);
    expect(document.activeElement).toBe(log);
    reply(answer('Yes.'));
    await vi.waitFor(() => expect(status()).toBe('Online'));
    expect([input.disabled, button('Send').disabled]).toEqual([false, false]);
    expect(document.activeElement).toBe(input);
  });

  it('can be expanded and restored', () => {
    const { panel, button } = put(() => answer());
    button('Expand').click();
    expect(panel.classList.contains('chat--expanded')).toBe(true);
    button('Restore').click();
    expect(panel.classList.contains('chat--expanded')).toBe(false);
  });

  it('starts a new line on Shift+Enter and sends on Enter', async () => {
    const { backend, tap, input } = put(() => answer('a'));
    tap();
    await userEvent.type(input, 'one{Shift>}{Enter}{/Shift}two');
    expect(backend.calls).toEqual([]);
    await userEvent.type(input, '{Enter}');
    expect(backend.to('/backend/chat')[0]?.body).toEqual({ message: 'one\ntwo', chatId: null });
  });

  it('shows each answer even if the server repeats a message id', async () => {
    const { tap, input, log } = put(() => answer('Yes.'));
    tap();
    const shown = () => [...log.querySelectorAll('.chat__words')].filter((one) => one.textContent === 'Yes.');
    for (const count of [1, 2]) {
      await userEvent.type(input, 'a{Enter}');
      await vi.waitFor(() => expect(shown()).toHaveLength(count));
    }
  });

  it('scrolls to its newest message after 50 ms', async () => {
    const { tap, input, log } = put(() => answer('a'));
    const scroll = vi.spyOn(log, 'scrollTo');
    tap();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    input.value = 'x';
    input.form?.dispatchEvent(new Event('submit', { cancelable: true }));
    vi.advanceTimersByTime(49);
    expect(scroll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(scroll).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('scrolls to the beginning of its newest answer', async () => {
    const { tap, input, log } = put(() => answer('Call 911.', 'And see these trials.'));
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return 100 * [...log.children].indexOf(this);
    });
    const scroll = vi.spyOn(log, 'scrollTo');
    tap();
    await userEvent.type(input, 'chest pain{Enter}');
    await vi.waitFor(() => expect(log.textContent).toContain('And see these trials.'), 3000);
    const first = [...log.children].findIndex((item) => item.textContent?.includes('Call 911.'));
    await vi.waitFor(() => expect(scroll).toHaveBeenLastCalledWith({ top: 100 * first }));
  });

  it('shows a failure with Dismiss, and restores the text to its box', async () => {
    const { tap, input, log, failure, button } = put(() => unreachable());
    tap();
    await userEvent.type(input, 'Is it free?{Enter}');
    await vi.waitFor(() =>
      expect(failure.textContent).toContain('Failed to send message. Please try again.'),
    );
    expect(input.value).toBe('Is it free?');
    expect(log.querySelectorAll('.chat__message--user')).toHaveLength(0);
    button('Dismiss').focus();
    button('Dismiss').click();
    expect(failure.textContent).toBe('');
    expect(document.activeElement).toBe(input);
  });

  it('shows tappable emergency numbers when the server rejects a text', async () => {
    const { tap, input, island } = put(() => unreachable());
    tap();
    const help = island.querySelector('.chat__help') as HTMLElement;
    expect([help.getAttribute('role'), help.textContent]).toEqual(['status', '']);
    await userEvent.type(input, 'I took all my pills{Enter}');
    await vi.waitFor(() => expect(help.textContent).toContain('Call 911.'));
    const numbers = [...help.querySelectorAll<HTMLAnchorElement>('a')].map(({ href }) => href);
    expect(new Set(numbers)).toEqual(new Set(['tel:911', 'tel:988']));
  });

  it('shows a link to an app store with a QR code of size 128', async () => {
    const { tap, input, log } = put(() => answer(`Get the app: ${STORE} or [read more](/about)`));
    tap();
    await userEvent.type(input, 'app?{Enter}');
    await vi.waitFor(() => expect(log.querySelectorAll('svg')).toHaveLength(1));
    const code = log.querySelector('svg');
    expect([code?.getAttribute('width'), code?.getAttribute('height')]).toEqual(['128', '128']);
    expect([...log.querySelectorAll<HTMLAnchorElement>('.chat__message a')].map(({ href }) => href)).toEqual([
      STORE,
      `${location.origin}/about`,
    ]);
  });

  it('shows markup from either side as plain text', async () => {
    const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const { tap, input, log } = put(() => answer(markup));
    tap();
    input.value = markup;
    input.form?.dispatchEvent(new Event('submit', { cancelable: true }));
    await vi.waitFor(() => expect(log.textContent?.split(markup)).toHaveLength(3));
    expect(log.querySelectorAll('img, script')).toHaveLength(0);
  });
});

describe('the assistants of a page', () => {
  it('are marked as alive, and load on the first tap', async () => {
    const { island } = put(() => answer());
    island.querySelector('[role="dialog"]')?.remove();
    mount(island);
    expect(island.dataset.alive).toBe('');
    expect(island.querySelector('[role="dialog"]')).toBeNull();
    island.querySelector<HTMLButtonElement>('[data-action="chat"]')?.click();
    await vi.waitFor(() => expect(island.querySelector('[role="dialog"]')).not.toBeNull());
  });
});
