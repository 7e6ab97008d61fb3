import { attempt } from './start-up';

/** When an island that can wait loads even if the visitor hasn't touched it, in milliseconds (D-297). */
const LATER_DELAY = 1500;

/** Activates an island's markup. */
export type Mount = (island: HTMLElement) => void;

/** Loads each island of the page when its `data-when` says so. */
export function wake(islands: Record<string, () => Promise<{ mount: Mount }>>): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = islands[island.dataset.island ?? ''];
    if (load) {
      attempt(() => scheduleLoad(island, () => loadIsland(island, load)));
    }
  }
}

/** Loads an island's script and mounts it. If either fails, only this island shows an alert. */
function loadIsland(island: HTMLElement, load: () => Promise<{ mount: Mount }>): Promise<void> {
  const showFailure = () => offerReload(island);
  return load().then(
    ({ mount }) => attempt(() => mount(island), showFailure),
    // A failed request, or a script that an update of the site removed.
    showFailure,
  );
}

/** Shows an alert in an island that failed, with a button to reload the page. */
function offerReload(island: HTMLElement): void {
  const note = document.createElement('p');
  note.className = 'note note--problem';
  note.setAttribute('role', 'alert');
  note.append('A part of this page did not load. Check your connection. ');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--quiet button--small';
  button.textContent = 'Try Again';
  button.addEventListener('click', () => location.reload());
  note.append(button);
  for (const waiting of island.querySelectorAll('.loading')) {
    waiting.remove();
  }
  island.prepend(note);
}

function scheduleLoad(island: HTMLElement, start: () => void): void {
  const timing = island.dataset.when;
  if (timing !== 'idle' && timing !== 'later') {
    start();
    return;
  }
  let started = false;
  const once = () => {
    if (!started) {
      started = true;
      start();
    }
  };
  for (const touch of ['focusin', 'pointerdown', 'touchstart']) {
    island.addEventListener(touch, once, { once: true, passive: true });
  }
  if (island.contains(document.activeElement)) {
    once();
  } else if (timing === 'idle' && window.requestIdleCallback) {
    window.requestIdleCallback(once, { timeout: 4000 });
  } else {
    setTimeout(once, LATER_DELAY);
  }
}
