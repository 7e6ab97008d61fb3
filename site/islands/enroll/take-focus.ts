/** Gives the focus to what has just been drawn. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
