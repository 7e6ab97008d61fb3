import { attempt } from './start-up';

/** When a part that can wait is loaded although nobody has come to it, in milliseconds (D-297). */
const LATER = 1500;

/** Makes an island's markup come alive. */
export type Mount = (island: HTMLElement) => void;

/** Loads each island of the page when its `data-when` says so. */
export function wake(islands: Record<string, () => Promise<{ mount: Mount }>>): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = islands[island.dataset.island ?? ''];
    if (load) {
      attempt(() => when(island, () => bring(island, load)));
    }
  }
}

/** Loads an island's script and mounts it. When either fails, the island says so, and no other is concerned. */
function bring(island: HTMLElement, load: () => Promise<{ mount: Mount }>): Promise<void> {
  const offer = () => offerReload(island);
  return load().then(
    ({ mount }) => attempt(() => mount(island), offer),
    // The network or an update stood in the way.
    offer,
  );
}

/** Says in an island that it is not alive, and offers to load the page again. */
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

function when(island: HTMLElement, start: () => void): void {
  const moment = island.dataset.when;
  if (moment !== 'idle' && moment !== 'later') {
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
  } else if (moment === 'idle' && window.requestIdleCallback) {
    window.requestIdleCallback(once, { timeout: 4000 });
  } else {
    setTimeout(once, LATER);
  }
}
