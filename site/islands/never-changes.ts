/** The `subscribe` of a value that never changes while the page is open. */
export function neverChanges(): () => void {
  return () => {};
}
