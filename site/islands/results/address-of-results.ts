/** The address of the results of a search: condition and country first, then the other choices. */
export function addressOf(
  condition: string,
  country: string,
  choices: string,
  embedded: boolean,
  page?: number,
): string {
  const query = new URLSearchParams({ q: condition, in: country });
  for (const [name, value] of new URLSearchParams(choices)) {
    query.set(name, value);
  }
  if (page !== undefined) {
    query.set('page', String(page));
  }
  if (embedded) {
    query.set('embed', 'true');
  }
  return `/results?${query}`;
}
