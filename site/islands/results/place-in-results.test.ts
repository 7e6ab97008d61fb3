import { beforeEach, describe, expect, it, vi } from 'vitest';
import { returnToPlace, trackPlace } from './place-in-results';

/** Results with links at these distances from the top of the window. */
function resultsWith(tops: Record<string, number>): HTMLElement {
  document.body.innerHTML = `<div>${Object.keys(tops)
    .map((path) => `<a href="${path}">${path}</a>`)
    .join('')}</div>`;
  document.querySelector('a[href="/results"]')?.classList.add('folded');
  for (const link of document.querySelectorAll('a')) {
    const top = tops[link.getAttribute('href') ?? ''] ?? 0;
    link.getBoundingClientRect = () =>
      ({ top, height: link.classList.contains('folded') ? 0 : 20 }) as DOMRect;
    link.addEventListener('click', (event) => event.preventDefault());
  }
  return document.querySelector('div') as HTMLElement;
}

const scroll = vi.fn();

beforeEach(() => {
  scroll.mockClear();
  vi.stubGlobal('scrollBy', scroll);
  history.replaceState(null, '', '/results?q=asthma&in=USA');
});

describe('the place in the results', () => {
  it('is that of the followed link, which gets the focus back', () => {
    const end = trackPlace(resultsWith({ '/study/one': -200, '/study/two': 340, '/study/three': 900 }));
    document.querySelectorAll('a')[1]?.click();
    dispatchEvent(new Event('pagehide'));
    end();

    returnToPlace(resultsWith({ '/study/one': 1200, '/study/two': 1740, '/study/three': 2300 }));
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ top: 1400, behavior: 'instant' });
    expect(document.activeElement?.getAttribute('href')).toBe('/study/two');
  });

  it('is that of the first visible link if the visitor left in another way, without moving the focus', () => {
    const end = trackPlace(resultsWith({ '/results': 0, '/study/one': -200, '/study/two': 340 }));
    dispatchEvent(new Event('pagehide'));
    end();

    returnToPlace(resultsWith({ '/study/one': 1200, '/study/two': 1740 }));
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ top: 1400, behavior: 'instant' });
    expect(document.activeElement).toBe(document.body);
  });

  it('is found by the link’s address when the results have changed', () => {
    const end = trackPlace(resultsWith({ '/study/one': 0, '/study/two': 340 }));
    document.querySelectorAll('a')[1]?.click();
    end();

    returnToPlace(resultsWith({ '/study/new': 0, '/study/one': 500, '/study/two': 840 }));
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ top: 500, behavior: 'instant' });
  });

  it('is restored by the page alone, because the browser would restore another one later', () => {
    history.scrollRestoration = 'auto';
    const end = trackPlace(resultsWith({ '/study/one': 0 }));
    end();
    expect(history.scrollRestoration).toBe('manual');
  });

  it('is ignored on the first visit, or if the results lack the study', () => {
    returnToPlace(resultsWith({ '/study/one': 100 }));
    const end = trackPlace(resultsWith({ '/study/one': 100 }));
    document.querySelector('a')?.click();
    end();
    returnToPlace(resultsWith({ '/study/two': 100 }));
    expect(scroll).not.toHaveBeenCalled();
  });

  it('is used once: the next load starts at the top', () => {
    const end = trackPlace(resultsWith({ '/study/one': 100 }));
    document.querySelector('a')?.click();
    end();
    returnToPlace(resultsWith({ '/study/one': 100 }));
    returnToPlace(resultsWith({ '/study/one': 900 }));
    expect(scroll).toHaveBeenCalledOnce();
  });
});
