/** The address of a page of ours that stays in the partner's frame when this page stands in one. */
export function keepEmbedding(href: string, embedded: boolean): string {
  if (!embedded || !href.startsWith('/')) {
    return href;
  }
  return `${href}${href.includes('?') ? '&' : '?'}embed=true`;
}
