/** Lets the breadcrumb lead back to the search that the address names, else to that of this visit. */
export function leadBackToSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-last-search]');
  const query = new URLSearchParams(location.search);
  const [condition, country] =
    query.get('q') && query.get('in') ? [query.get('q'), query.get('in')] : lastSearch();
  if (link && condition && country) {
    link.href = `/results?${new URLSearchParams({ q: condition, in: country })}`;
  }
}

function lastSearch(): (string | null)[] {
  try {
    return ['condition', 'country'].map((key) => sessionStorage.getItem(key));
  } catch {
    // A browser that refuses storage keeps the link to an empty search.
    return [];
  }
}
