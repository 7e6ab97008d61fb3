/** Removes the service workers of this site: an earlier version of it may have left one, which would go on serving it. */
export async function removeServiceWorkers(): Promise<void> {
  try {
    const workers = await navigator.serviceWorker?.getRegistrations();
    await Promise.all((workers ?? []).map((worker) => worker.unregister()));
  } catch {
    // A browser that refuses to say has none of ours.
  }
}
