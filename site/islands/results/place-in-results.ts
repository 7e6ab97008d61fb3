/**
 * Where a visitor was in the results when they left the page. It is stored in the page's history entry, so it comes back
 * with the entry and leaves nothing in storage.
 */
type Place = {
  /** The index of a link in the results, and its address. */
  index: number;
  path: string;
  /** Its distance from the top of the window. */
  top: number;
  /** Whether the visitor followed the link, so that it gets the focus back. */
  hasFocus: boolean;
};

/** How long without scrolling until the place is stored, in milliseconds. */
const SCROLL_PAUSE = 200;

/** Stores the place when the visitor follows a link or leaves the page otherwise. Returns a function that stops this. */
export function trackPlace(results: HTMLElement): () => void {
  // The browser restores its own position when the page has loaded, which can be after ours and is sometimes the top.
  history.scrollRestoration = 'manual';
  const follow = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
    const isNewTab = ctrlKey || metaKey || shiftKey;
    if (link && !isNewTab && results.contains(link)) {
      storePlace(results, link, true);
      isFollowed = true;
    }
  };
  let isFollowed = false;
  const leave = () => {
    const link = isFollowed ? undefined : firstInWindow(results);
    if (link) {
      storePlace(results, link, false);
    }
  };
  // When the page is being left, it may be too late to change the history, so also store the place after scrolling.
  let timer = 0;
  const scroll = () => {
    clearTimeout(timer);
    timer = setTimeout(leave, SCROLL_PAUSE) as unknown as number;
  };
  // The browser may restore the whole page from its back-forward cache.
  const show = () => {
    isFollowed = false;
  };
  addEventListener('pageshow', show);
  document.addEventListener('click', follow, true);
  addEventListener('scroll', scroll, { passive: true });
  addEventListener('pagehide', leave);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('click', follow, true);
    removeEventListener('pageshow', show);
    removeEventListener('scroll', scroll);
    removeEventListener('pagehide', leave);
  };
}

/** Returns to the place in the page's history entry, if there is one. */
export function returnToPlace(results: HTMLElement): void {
  const place = placeOf(history.state);
  const link = place && linkOf(results, place);
  if (!place || !link) {
    return;
  }
  scrollBy({ top: link.getBoundingClientRect().top - place.top, behavior: 'instant' });
  if (place.hasFocus) {
    link.focus({ preventScroll: true });
  }
  removePlace();
}

function storePlace(results: HTMLElement, link: HTMLAnchorElement, hasFocus: boolean): void {
  const { top } = link.getBoundingClientRect();
  const place: Place = { index: links(results).indexOf(link), path: link.pathname, top, hasFocus };
  history.replaceState({ ...history.state, place }, '');
}

/** Removes the place after returning to it. */
function removePlace(): void {
  history.replaceState({ ...history.state, place: null }, '');
}

function links(results: HTMLElement): HTMLAnchorElement[] {
  return [...results.querySelectorAll<HTMLAnchorElement>('a[href]')];
}

/** The first visible link. Links in folded filters have no size. */
function firstInWindow(results: HTMLElement): HTMLAnchorElement | undefined {
  return links(results).find((link) => {
    const { top, height } = link.getBoundingClientRect();
    return top >= 0 && height > 0;
  });
}

/** The link of a place. If the results have changed, the first link to the same page. */
function linkOf(results: HTMLElement, { index, path }: Place): HTMLAnchorElement | undefined {
  const candidates = links(results);
  const same = candidates[index];
  return same?.pathname === path ? same : candidates.find((link) => link.pathname === path);
}

/** The place in a history state, which another version of the page may have written. */
function placeOf(state: unknown): Place | null {
  const place = (state as { place?: Partial<Place> | null } | null)?.place;
  const isPlace =
    typeof place?.index === 'number' && typeof place.path === 'string' && typeof place.top === 'number';
  return isPlace ? (place as Place) : null;
}
