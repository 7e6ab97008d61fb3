/** How far a button moves what scrolls, in pixels (D-146). */
const STEP = 300;
/** What has not moved for so long has come to rest. */
const AT_REST_MS = 150;
/** Browsers round where a track stands. */
const NEARLY = 1;

/** Gives what scrolls sideways buttons that move it a step, as long as there is more of it than fits. */
export function mount(scroller: HTMLElement): void {
  const track = scroller.querySelector<HTMLElement>('[data-part="track"]');
  if (!track) {
    return;
  }
  const buttons = [...scroller.querySelectorAll<HTMLButtonElement>('[data-step]')];
  const forwards = (button: HTMLButtonElement) => Number(button.dataset.step);
  const end = () => track.scrollWidth - track.clientWidth;
  const show = () => {
    scroller.toggleAttribute('data-scrolls', end() > NEARLY);
    for (const button of buttons) {
      const left = forwards(button) > 0 ? end() - track.scrollLeft : track.scrollLeft;
      button.setAttribute('aria-disabled', String(left <= NEARLY));
    }
  };

  // Where the last step leads: who presses twice while it still moves goes two steps.
  let aim: number | undefined;
  let resting: ReturnType<typeof setTimeout>;
  const step = (button: HTMLButtonElement) => {
    // From now on nothing snaps, or a step would end elsewhere.
    scroller.dataset.stepped = '';
    aim = Math.min(Math.max((aim ?? track.scrollLeft) + forwards(button) * STEP, 0), end());
    track.scrollTo({ left: aim });
  };
  track.addEventListener(
    'scroll',
    () => {
      show();
      clearTimeout(resting);
      resting = setTimeout(() => {
        aim = undefined;
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
