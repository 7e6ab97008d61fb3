/** Points the breadcrumb to the search in the address, else to the results that led here, else to the visit's last search. */
export function leadBackToSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-last-search]');
  const address = searchResults(new URLSearchParams(location.search));
  const before = previousResults();
  // The results that led here have filters as well.
  const isSame = address === null || searchResults(before?.searchParams) === address;
  const fromBefore = isSame && before ? before.pathname + before.search : null;
  const to = fromBefore ?? address ?? searchResults(lastSearch());
  if (link && to) {
    link.href = to;
  }
}

/** The address of the results of a search, without filters, or null if it is incomplete. */
function searchResults(search: URLSearchParams | undefined): string | null {
  const [q, country] = [search?.get('q'), search?.get('in')];
  return q && country ? `/results?${new URLSearchParams({ q, in: country })}` : null;
}

/** The results that led to this page. A page may be left before a script has stored its search. */
function previousResults(): URL | undefined {
  // A page opened without a link has no referrer. `URL.canParse` is too new to use.
  const before = new URL(document.referrer || location.href);
  const isResults = before.origin === location.origin && before.pathname === '/results';
  return isResults && searchResults(before.searchParams) ? before : undefined;
}

function lastSearch(): URLSearchParams {
  try {
    const [q = '', country = ''] = ['condition', 'country'].map((key) => sessionStorage.getItem(key) ?? '');
    return new URLSearchParams({ q, in: country });
  } catch {
    // A browser that refuses storage keeps the link to an empty search.
    return new URLSearchParams();
  }
}
