/** A ref that focuses an element when it is mounted. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
