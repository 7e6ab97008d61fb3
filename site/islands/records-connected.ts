import { connectionOfBrowser } from './backend/shares';

/** Leads on to the records, when this browser has some (E-111); else the page stays as it reads without a script. */
export async function mount(island: HTMLElement): Promise<void> {
  island.dataset.alive = '';
  try {
    if ((await connectionOfBrowser()) !== null) {
      location.replace('/medical-records');
    }
  } catch {
    // What the page says is true all the same.
  }
}
