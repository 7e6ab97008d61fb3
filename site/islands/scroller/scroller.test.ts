import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from './scroller';

let resized: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A scroller whose track shows `shown` of `whole` pixels. The test moves it with `arrive`. */
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
  const targets: number[] = [];
  track.scrollTo = ((to: ScrollToOptions) => targets.push(to.left ?? 0)) as typeof track.scrollTo;
  mount(island);
  const arrive = (at: number) => {
    size.at = at;
    track.dispatchEvent(new Event('scroll'));
  };
  const [back, on] = island.querySelectorAll('button');
  return { island, size, targets, arrive, back: back as HTMLElement, on: on as HTMLElement };
}

const ends = ({ back, on }: { back: HTMLElement; on: HTMLElement }) =>
  [back, on].map((button) => button.getAttribute('aria-disabled') === 'true');

describe('the buttons of a scroller', () => {
  it('move it 300 pixels per step, but not past its ends', () => {
    const { targets, arrive, back, on } = scroller(400, 1200);
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
    expect(targets).toEqual([300, 600, 800, 500]);
  });

  it('move two steps for two presses, even while it still moves', () => {
    const { targets, arrive, on } = scroller(400, 1200);
    on.click();
    arrive(120);
    on.click();
    expect(targets).toEqual([300, 600]);
  });

  it('start from the position where a finger left it', () => {
    const { targets, arrive, on } = scroller(400, 1200);
    arrive(170);
    vi.runAllTimers();
    on.click();
    expect(targets).toEqual([470]);
  });

  it('are disabled at the ends, and keep the focus there', () => {
    const parts = scroller(400, 1200);
    expect(ends(parts)).toEqual([true, false]);
    parts.arrive(300);
    expect(ends(parts)).toEqual([false, false]);
    parts.arrive(799.5);
    expect(ends(parts)).toEqual([false, true]);
    expect(parts.on.hasAttribute('disabled')).toBe(false);
  });

  it('exist only while the content overflows', () => {
    const { island, size } = scroller(400, 1200);
    expect(island.hasAttribute('data-scrolls')).toBe(true);
    size.shown = 1200;
    resized();
    expect(island.hasAttribute('data-scrolls')).toBe(false);
  });

  it('turn snapping off from the first step on', () => {
    const { island, on } = scroller(400, 1200);
    expect(island.dataset.stepped).toBeUndefined();
    on.click();
    expect(island.dataset.stepped).toBe('');
  });
});
