/** How long a request that was sent while leaving a page may take, in milliseconds. */
const SAVE_TIME = 600;

/** After a reload, waits until the server has the last input: it was sent only when the page was left. */
export async function waitForPendingSaves(): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation');
  if ((visit as PerformanceNavigationTiming | undefined)?.type === 'reload') {
    await new Promise((done) => setTimeout(done, SAVE_TIME));
  }
}
