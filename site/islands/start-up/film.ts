/** Plays a film in place of its poster when a visitor clicks it. Nothing of the film loads before that. */
export function playFilmsInPlace() {
  for (const poster of document.querySelectorAll<HTMLAnchorElement>('a[data-film]')) {
    poster.addEventListener('click', (event) => {
      // The visitor wants to open it in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) {
        return;
      }
      event.preventDefault();
      const film = filmOf(poster);
      poster.replaceWith(film);
      film.focus();
    });
  }
}

function filmOf({ dataset }: HTMLAnchorElement) {
  return Object.assign(document.createElement('iframe'), {
    sandbox: 'allow-presentation allow-same-origin allow-scripts',
    className: 'film__frame',
    title: dataset.title ?? '',
    allow: 'autoplay; encrypted-media; fullscreen',
    src: dataset.film ?? '',
  });
}
