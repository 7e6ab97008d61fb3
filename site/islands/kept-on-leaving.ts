/** How long what was kept on leaving a page may be on its way, in milliseconds. */
const ON_ITS_WAY = 600;

/** Waits where the page was loaded again: what was typed or chosen last was sent only as it was left. */
export async function keptOnLeaving(): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation');
  if ((visit as PerformanceNavigationTiming | undefined)?.type === 'reload') {
    await new Promise((done) => setTimeout(done, ON_ITS_WAY));
  }
}
