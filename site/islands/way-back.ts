/** Lets the breadcrumb lead back to the search that the address names, else to that of this visit. */
export function leadBackToSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-last-search]');
  const query = new URLSearchParams(location.search);
  const [condition, country] =
    query.get('q') && query.get('in') ? [query.get('q'), query.get('in')] : lastSearch();
  if (link && condition && country) {
    link.href = resultsBefore(condition) ?? `/results?${new URLSearchParams({ q: condition, in: country })}`;
  }
}

/** The page of results from which this one was opened, with its filters, if it is of the same search. */
function resultsBefore(condition: string): string | undefined {
  // A page that no link led to has no referrer. `URL.canParse` is too new to ask.
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
