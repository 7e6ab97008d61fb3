/** How far a button scrolls, in pixels (D-146). */
const STEP = 300;
/** How long without movement until scrolling counts as finished. */
const AT_REST_MS = 150;
/** Browsers round scroll positions. */
const TOLERANCE = 1;

/** Adds buttons to a horizontal scroller that move it by a step, while its content overflows. */
export function mount(scroller: HTMLElement): void {
  const track = scroller.querySelector<HTMLElement>('[data-part="track"]');
  if (!track) {
    return;
  }
  const buttons = [...scroller.querySelectorAll<HTMLButtonElement>('[data-step]')];
  const direction = (button: HTMLButtonElement) => Number(button.dataset.step);
  const end = () => track.scrollWidth - track.clientWidth;
  const show = () => {
    scroller.toggleAttribute('data-scrolls', end() > TOLERANCE);
    for (const button of buttons) {
      const left = direction(button) > 0 ? end() - track.scrollLeft : track.scrollLeft;
      button.setAttribute('aria-disabled', String(left <= TOLERANCE));
    }
  };

  // The target of the last step: a second press while it still moves adds another step.
  let target: number | undefined;
  let restTimer: ReturnType<typeof setTimeout>;
  const step = (button: HTMLButtonElement) => {
    // Snapping is off from here on, or a step would end elsewhere.
    scroller.dataset.stepped = '';
    target = Math.min(Math.max((target ?? track.scrollLeft) + direction(button) * STEP, 0), end());
    track.scrollTo({ left: target });
  };
  track.addEventListener(
    'scroll',
    () => {
      show();
      clearTimeout(restTimer);
      restTimer = setTimeout(() => {
        target = undefined;
      }, AT_REST_MS);
    },
    { passive: true },
  );
  for (const button of buttons) {
    button.addEventListener('click', () => step(button));
  }
  new ResizeObserver(show).observe(track);
  show();
  scroller.dataset.alive = '';
}
