import { connectionOfBrowser } from '../backend/shares';

/** Goes on to the records if this browser has some (E-111). Otherwise the page stays as it is without a script. */
export async function mount(island: HTMLElement): Promise<void> {
  island.dataset.alive = '';
  try {
    if ((await connectionOfBrowser()) !== null) {
      location.replace('/medical-records');
    }
  } catch {
    // The text of the page is still correct.
  }
}
