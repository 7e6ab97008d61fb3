/**
 * Where a visitor was in the results when they left the page. It is kept with the page's entry of the browser's history,
 * so it comes back with the entry, and nothing of it is in storage.
 */
type Place = {
  /** Which link of the results, in their order, and where it leads. */
  index: number;
  path: string;
  /** Its distance from the top of the window. */
  top: number;
  /** Whether the visitor left by it, so that it gets the focus again. */
  hasFocus: boolean;
};

/** After how many milliseconds without a movement the window stands still. */
const STANDSTILL = 200;

/** Keeps the place when the visitor follows a link or leaves the page in another way. Returns what ends this. */
export function keepPlace(results: HTMLElement): () => void {
  const follow = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
    const isElsewhere = ctrlKey || metaKey || shiftKey;
    if (link && !isElsewhere && results.contains(link)) {
      keep(results, link, true);
      isFollowed = true;
    }
  };
  let isFollowed = false;
  const leave = () => {
    const link = isFollowed ? undefined : firstInWindow(results);
    if (link) {
      keep(results, link, false);
    }
  };
  // While a page is left it may be too late to change the history, so the place is kept once the window stands still.
  let standing = 0;
  const scroll = () => {
    clearTimeout(standing);
    standing = setTimeout(leave, STANDSTILL) as unknown as number;
  };
  // The browser may have kept the whole page, and shows it again as it was left.
  const show = () => {
    isFollowed = false;
  };
  addEventListener('pageshow', show);
  document.addEventListener('click', follow, true);
  addEventListener('scroll', scroll, { passive: true });
  addEventListener('pagehide', leave);
  return () => {
    clearTimeout(standing);
    document.removeEventListener('click', follow, true);
    removeEventListener('pageshow', show);
    removeEventListener('scroll', scroll);
    removeEventListener('pagehide', leave);
  };
}

/** Leads back to the place that the page's entry of the history has, if it has one. */
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
  forget();
}

function keep(results: HTMLElement, link: HTMLAnchorElement, hasFocus: boolean): void {
  const { top } = link.getBoundingClientRect();
  const place: Place = { index: links(results).indexOf(link), path: link.pathname, top, hasFocus };
  history.replaceState({ ...history.state, place }, '');
}

/** Forgets the place once the visitor is there: what they do next makes another one. */
function forget(): void {
  history.replaceState({ ...history.state, place: null }, '');
}

function links(results: HTMLElement): HTMLAnchorElement[] {
  return [...results.querySelectorAll<HTMLAnchorElement>('a[href]')];
}

/** The first link that is to be seen. Filters that are folded have links of no size. */
function firstInWindow(results: HTMLElement): HTMLAnchorElement | undefined {
  return links(results).find((link) => {
    const { top, height } = link.getBoundingClientRect();
    return top >= 0 && height > 0;
  });
}

/** The link of a place. The results may have changed meanwhile; then it is the first that leads to the same page. */
function linkOf(results: HTMLElement, { index, path }: Place): HTMLAnchorElement | undefined {
  const all = links(results);
  const same = all[index];
  return same?.pathname === path ? same : all.find((link) => link.pathname === path);
}

/** The place in a state of the history, which another version of the page may have written. */
function placeOf(state: unknown): Place | null {
  const place = (state as { place?: Partial<Place> | null } | null)?.place;
  const isPlace =
    typeof place?.index === 'number' && typeof place.path === 'string' && typeof place.top === 'number';
  return isPlace ? (place as Place) : null;
}
