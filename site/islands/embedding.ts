/** Marks a page that a partner shows in a frame; the styles then leave out header, footer and steps. */
export function markEmbedding(): void {
  const embedded = new URLSearchParams(location.search).get('embed') === 'true';
  document.documentElement.classList.toggle('is-embedded', embedded);
}
