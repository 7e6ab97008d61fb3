/** Subscribes to a value of the page that never changes while the page stands. */
export function neverChanges(): () => void {
  return () => {};
}
