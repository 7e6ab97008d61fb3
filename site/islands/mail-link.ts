/**
 * The hash of the email link that opened the page, or an empty string (E-336).
 *
 * Removes the hash from the address, so that it doesn't show in the history or on the screen. The history entry's state
 * retains it, so that the link survives a reload.
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

/** Forgets the link after it was used or turned out to be invalid. */
export function forgetMailLink(): void {
  history.replaceState(null, '', location.pathname);
}
