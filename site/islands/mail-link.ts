/**
 * What stands behind `#` when the page was opened by the link of a mail; empty when it was not (E-336).
 *
 * It is taken out of the address, because whoever sees that later, in the history or over a shoulder, must not have it. The
 * tab's entry of its history keeps it, so that a page that is loaded again still knows what it was opened for.
 */
export function takeMailLink(isLink: (hash: string) => boolean): string {
  const { hash, pathname } = location;
  if (isLink(hash)) {
    history.replaceState({ link: hash }, '', pathname);
    return hash;
  }
  const { link } = (history.state ?? {}) as { link?: unknown };
  return typeof link === 'string' && isLink(link) ? link : '';
}

/** Forgets the link, because it has done what it was for, or never will. */
export function forgetMailLink(): void {
  history.replaceState(null, '', location.pathname);
}
