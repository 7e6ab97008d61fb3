import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from './scroller';

let resized: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told;
      }
      observe() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A scroller whose track shows `shown` of `whole` pixels, and moves when it is told to. */
function scroller(shown: number, whole: number) {
  document.body.innerHTML = `<section>
    <div data-part="track"></div>
    <button data-step="-1">Back</button>
    <button data-step="1">On</button>
  </section>`;
  const island = document.querySelector('section') as HTMLElement;
  const track = document.querySelector('[data-part="track"]') as HTMLElement;
  const size = { shown, whole, at: 0 };
  Object.defineProperties(track, {
    clientWidth: { get: () => size.shown },
    scrollWidth: { get: () => size.whole },
    scrollLeft: { get: () => size.at },
  });
  const wanted: number[] = [];
  track.scrollTo = ((to: ScrollToOptions) => wanted.push(to.left ?? 0)) as typeof track.scrollTo;
  mount(island);
  const arrive = (at: number) => {
    size.at = at;
    track.dispatchEvent(new Event('scroll'));
  };
  const [back, on] = island.querySelectorAll('button');
  return { island, size, wanted, arrive, back: back as HTMLElement, on: on as HTMLElement };
}

const ends = ({ back, on }: { back: HTMLElement; on: HTMLElement }) =>
  [back, on].map((button) => button.getAttribute('aria-disabled') === 'true');

describe('the buttons of a scroller', () => {
  it('move it 300 pixels a step, and no further than its ends', () => {
    const { wanted, arrive, back, on } = scroller(400, 1200);
    on.click();
    arrive(300);
    vi.runAllTimers();
    on.click();
    arrive(600);
    vi.runAllTimers();
    on.click();
    arrive(800);
    vi.runAllTimers();
    back.click();
    expect(wanted).toEqual([300, 600, 800, 500]);
  });

  it('go two steps for two presses, also while the first one still moves', () => {
    const { wanted, arrive, on } = scroller(400, 1200);
    on.click();
    arrive(120);
    on.click();
    expect(wanted).toEqual([300, 600]);
  });

  it('start from where a finger left it', () => {
    const { wanted, arrive, on } = scroller(400, 1200);
    arrive(170);
    vi.runAllTimers();
    on.click();
    expect(wanted).toEqual([470]);
  });

  it('say at which end it is, and keep the focus there', () => {
    const parts = scroller(400, 1200);
    expect(ends(parts)).toEqual([true, false]);
    parts.arrive(300);
    expect(ends(parts)).toEqual([false, false]);
    parts.arrive(799.5);
    expect(ends(parts)).toEqual([false, true]);
    expect(parts.on.hasAttribute('disabled')).toBe(false);
  });

  it('are there only while there is more than fits', () => {
    const { island, size } = scroller(400, 1200);
    expect(island.hasAttribute('data-scrolls')).toBe(true);
    size.shown = 1200;
    resized();
    expect(island.hasAttribute('data-scrolls')).toBe(false);
  });

  it('let nothing snap from the first step on', () => {
    const { island, on } = scroller(400, 1200);
    expect(island.dataset.stepped).toBeUndefined();
    on.click();
    expect(island.dataset.stepped).toBe('');
  });
});
