/** Lets the breadcrumb lead back to the search of this visit instead of to an empty one. */
export function leadBackToSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-last-search]');
  const [condition, country] = lastSearch();
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
