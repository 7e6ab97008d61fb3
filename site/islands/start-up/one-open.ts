/**
 * Closes the other entries of a list when one opens, in browsers that don't do so for `<details name>`: Chrome before
 * 120, Safari before 17.2, and Firefox before 130.
 */
export function openOneAtATime(): void {
  if ('name' in HTMLDetailsElement.prototype) {
    return;
  }
  // The event doesn't bubble.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const opened = target as HTMLDetailsElement;
      const name = opened.open && opened.getAttribute('name');
      for (const entry of name ? document.querySelectorAll(`details[name="${name}"][open]`) : []) {
        entry.toggleAttribute('open', entry === opened);
      }
    },
    true,
  );
}
