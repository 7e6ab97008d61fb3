/** Points the breadcrumb to the search in the address, else to the last search of this visit. */
export function leadBackToSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-last-search]');
  const query = new URLSearchParams(location.search);
  const [condition, country] =
    query.get('q') && query.get('in') ? [query.get('q'), query.get('in')] : lastSearch();
  if (link && condition && country) {
    link.href =
      previousResults(condition) ?? `/results?${new URLSearchParams({ q: condition, in: country })}`;
  }
}

/** The results page that this page was opened from, with its filters, if it shows the same search. */
function previousResults(condition: string): string | undefined {
  // A page opened without a link has no referrer. `URL.canParse` is too new to use.
  const before = new URL(document.referrer || location.href);
  const isSame = before.origin === location.origin && before.searchParams.get('q') === condition;
  return isSame && before.pathname === '/results' ? before.pathname + before.search : undefined;
}

function lastSearch(): (string | null)[] {
  try {
    return ['condition', 'country'].map((key) => sessionStorage.getItem(key));
  } catch {
    // A browser that refuses storage keeps the link to an empty search.
    return [];
  }
}
