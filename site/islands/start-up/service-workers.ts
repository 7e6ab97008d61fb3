/** Unregisters this site's service workers: one that an older version of the site left would go on serving it. */
export async function removeServiceWorkers(): Promise<void> {
  try {
    const workers = await navigator.serviceWorker?.getRegistrations();
    await Promise.all((workers ?? []).map((worker) => worker.unregister()));
  } catch {
    // A browser that refuses to list workers has none from this site.
  }
}
