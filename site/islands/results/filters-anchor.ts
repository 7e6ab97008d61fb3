/** Marks the address that follows from the filters, so that its page moves the focus back to them. */
export const FILTERS_ANCHOR = '#filters';

/** Whether the filters led to this page. Removes the mark from the address. */
export function takeFiltersAnchor(): boolean {
  const isMarked = location.hash === FILTERS_ANCHOR;
  if (isMarked) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return isMarked;
}
