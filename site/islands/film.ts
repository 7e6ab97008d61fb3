/** Plays a film in its place when a visitor asks for it; until then nothing of it is loaded. */
export function playFilmsInPlace() {
  for (const poster of document.querySelectorAll<HTMLAnchorElement>('a[data-film]')) {
    poster.addEventListener('click', (event) => {
      // Asked to open it elsewhere.
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
