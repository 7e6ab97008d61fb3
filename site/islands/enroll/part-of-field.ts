import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { targetOf } from './field-ids';
import type { Steps } from './use-steps';

/** The part of the form in which an input stands. */
export function partOf(form: HTMLFormElement, id: string): number | null {
  const part = document.getElementById(id)?.closest<HTMLElement>('[data-part]');
  return part && form.contains(part) ? Number(part.dataset.part) : null;
}

/** Shows the part to which a link of the summary leads, before the link is followed. */
export function showPartOfLink(steps: Steps, { target, currentTarget }: MouseEvent<HTMLFormElement>): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.error-summary a') : null;
  const part = link && partOf(currentTarget, link.hash.slice(1));
  if (steps.alone !== null && typeof part === 'number') {
    flushSync(() => steps.show(part));
  }
}

/** Shows a field with the part in which it is, and moves the focus there. */
export function showField(form: HTMLFormElement | null, field: string, steps: Steps): void {
  const id = targetOf(field);
  const part = form && partOf(form, id);
  if (steps.alone !== null && typeof part === 'number') {
    flushSync(() => steps.show(part));
  }
  document.getElementById(id)?.focus();
}
