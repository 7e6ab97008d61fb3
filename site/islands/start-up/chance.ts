/** In each list with `data-shown-by-chance`, shows that many entries at random and hides the others. */
export function showByChance(random: () => number = Math.random) {
  for (const list of document.querySelectorAll<HTMLElement>('[data-shown-by-chance]')) {
    const left = [...list.children].filter((entry) => entry instanceof HTMLElement);
    for (const entry of left) {
      entry.hidden = true;
    }
    for (let shown = Number(list.dataset.shownByChance); shown > 0 && left.length > 0; shown -= 1) {
      const [entry] = left.splice(Math.floor(random() * left.length), 1);
      if (entry) {
        entry.hidden = false;
      }
    }
  }
}
