import { describe, expect, it, vi } from 'vitest';
import { fakeBackend, type Reply, unreachable } from '../../tests/support/fake-backend';
import { mount } from './figures';

const figures = {
  contact_text: 'Of those they contacted, half heard within 1 working day.',
  registry: {
    updates_text: 'On November 28, 40% had an update.',
    freshness_text: 'Every change before November 28.',
  },
};

function open(reply: Reply) {
  document.body.innerHTML = `<div data-island="figures"><p data-part="waiting" hidden>Loading ...</p>
    <div data-part="failed" hidden><button data-retry>Try Again</button></div>
    <div data-part="figures" hidden><p data-text="contact"></p><p data-text="freshness"></p><p data-text="updates"></p></div></div>`;
  fakeBackend({ '/backend/figures': reply });
  const island = document.querySelector('div') as HTMLElement;
  mount(island);
  const shown = () => [...island.querySelectorAll<HTMLElement>('[data-part]')].filter((part) => !part.hidden);
  return { island, shown: () => shown().map((part) => part.dataset.part) };
}

describe('the figures', () => {
  it('are shown as the server words them', async () => {
    const { island, shown } = open(() => figures);
    expect(shown()).toEqual(['waiting']);
    await vi.waitFor(() => expect(shown()).toEqual(['figures']));
    const lines = [...island.querySelectorAll('[data-text]')].map((line) => line.textContent);
    expect(lines).toEqual([
      figures.contact_text,
      figures.registry.freshness_text,
      figures.registry.updates_text,
    ]);
  });

  it('say that the age of the search is unknown without the registry', async () => {
    const { island, shown } = open(() => ({ ...figures, registry: null }));
    await vi.waitFor(() => expect(shown()).toEqual(['figures']));
    expect(island.querySelector('[data-text="freshness"]')?.textContent).toContain('We don’t know');
  });

  it('can be loaded again after a failure', async () => {
    const { island, shown } = open(unreachable);
    await vi.waitFor(() => expect(shown()).toEqual(['failed']));
    fakeBackend({ '/backend/figures': () => figures });
    island.querySelector('button')?.click();
    await vi.waitFor(() => expect(shown()).toEqual(['figures']));
  });
});
