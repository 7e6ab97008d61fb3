/**
 * Marks a page that a partner shows in a frame; the styles then leave out header, footer and steps. A search from there
 * leads to results that stand in the frame, too.
 */
export function markEmbedding(): void {
  const embedded = new URLSearchParams(location.search).get('embed') === 'true';
  document.documentElement.classList.toggle('is-embedded', embedded);
  if (embedded) {
    document.addEventListener('submit', stayInFrame);
  }
}

function stayInFrame({ target, defaultPrevented }: SubmitEvent): void {
  const form = target as HTMLFormElement;
  if (defaultPrevented || form.method !== 'get' || form.querySelector('[name="embed"]')) {
    return;
  }
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'embed';
  field.value = 'true';
  form.append(field);
}
