/** Closes an open panel of the map, also on Escape, and moves the focus back to the marker that opened it. */
export function closeMapPanels(): void {
  document.addEventListener('keydown', (event) => {
    const open = document.querySelector('.map__group:target');
    if (event.key === 'Escape' && open) {
      close(open);
    }
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('.map__group a[href="#map"]');
    const panel = link?.closest('.map__group');
    if (panel) {
      event.preventDefault();
      close(panel);
    }
  });
}

function close(panel: Element): void {
  location.hash = 'map';
  document.querySelector<SVGAElement>(`.map__marker[href="#${panel.id}"]`)?.focus({ preventScroll: true });
}
