import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveFor } from '../leave-for';
import { mount } from './term-meanings';

vi.mock('../leave-for', () => ({ leaveFor: vi.fn() }));

const PLACEBO = {
  term: 'Placebo',
  meaning: 'It has no drug in it.',
  say: 'pluh-SEE-boh',
  more: { label: 'About Studies', href: '/about' },
};

let listeners: AbortController;
const fetched = vi.fn();

beforeEach(() => {
  listeners = new AbortController();
  const add = document.addEventListener.bind(document);
  // The island listens to the whole document, which outlives a test.
  vi.spyOn(document, 'addEventListener').mockImplementation((name: string, call: unknown, options: unknown) =>
    add(name, call as EventListener, { ...(options as object), signal: listeners.signal }),
  );
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockResolvedValue(new Response(JSON.stringify({ placebo: PLACEBO })));
  document.body.innerHTML = `<p>A <a class="term" href="/glossary#placebo"><em>placebo</em></a> or a
    <a class="term" href="/glossary#sham">sham</a>. <a href="/about">About us</a></p>
    <div data-entries="/assets/glossary-1.json" hidden></div>`;
  mount(document.querySelector('[data-entries]') as HTMLElement);
});

afterEach(() => {
  listeners.abort();
  vi.restoreAllMocks();
  vi.mocked(leaveFor).mockReset();
});

const link = (name: string) => screen.getByRole('link', { name });
const dialog = () => screen.findByRole('dialog');

it('a tap opens the meaning in a dialog with the name of the term', async () => {
  expect(fireEvent.click(screen.getByText('placebo'))).toBe(false);
  await screen.findByRole('dialog', { name: 'Placebo', description: 'It has no drug in it.' });
  expect((await dialog()).textContent).toContain('Say: pluh-SEE-boh');
  const links = [...(await dialog()).querySelectorAll('a')];
  expect(links.map((a) => [a.textContent, a.getAttribute('href')?.replace(location.origin, '')])).toEqual([
    ['About Studies', '/about'],
    ['See All Terms', '/glossary#placebo'],
  ]);
  expect(fetched).toHaveBeenCalledWith('/assets/glossary-1.json', expect.anything());
});

it('closing the meaning returns the focus to the term', async () => {
  fireEvent.click(link('placebo'));
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(link('placebo'));
});

it('the glossary is read once, and ahead when a visitor approaches a term', async () => {
  fireEvent.pointerOver(link('About us'));
  expect(fetched).not.toHaveBeenCalled();
  fireEvent.pointerOver(link('placebo'));
  fireEvent.focusIn(link('sham'));
  fireEvent.click(link('placebo'));
  fireEvent.click(link('placebo'));
  await dialog();
  expect(fetched).toHaveBeenCalledOnce();
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
});

it('a link to a term without an entry, or of a glossary that can’t be read, is followed', async () => {
  fireEvent.click(link('sham'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(expect.stringMatching(/\/glossary#sham$/)));
});

it.each([
  ['the server fails', () => Promise.resolve(new Response('', { status: 500 }))],
  ['there is no connection', () => Promise.reject(new TypeError('no connection'))],
])('the link is followed when %s, and the next tap tries again', async (_, answer) => {
  fetched.mockImplementationOnce(answer);
  fireEvent.click(link('placebo'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledOnce());
  fireEvent.click(link('placebo'));
  await screen.findByRole('dialog', { name: 'Placebo' });
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click that opens a new tab or a menu stays the browser’s: %o',
  (how) => {
    link('placebo').addEventListener('click', (event) => {
      expect(event.defaultPrevented).toBe(false);
    });
    document.body.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(link('placebo'), how);
    expect(fetched).not.toHaveBeenCalled();
  },
);
