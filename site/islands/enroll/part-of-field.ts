import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FieldError } from '../wire/FieldError';
import { fieldOf, targetOf } from './field-ids';
import type { Steps } from './use-steps';

/** The part of the form in which an input stands. */
export function partOf(form: HTMLFormElement, id: string): number | null {
  const part = document.getElementById(id)?.closest<HTMLElement>('[data-part]');
  return part && form.contains(part) ? Number(part.dataset.part) : null;
}

/** The errors in the order of the form's inputs, with the first error of each input. */
export function inOrderOfForm(form: HTMLFormElement, errors: FieldError[]): FieldError[] {
  const ids = Array.from(form.querySelectorAll('[id]'), ({ id }) => id);
  const placeOf = ({ field }: FieldError) => ids.indexOf(targetOf(field));
  const isFirst = ({ field }: FieldError, index: number) =>
    errors.findIndex((error) => nameIn(error.field) === nameIn(field)) === index;
  return errors.filter(isFirst).sort((one, other) => placeOf(one) - placeOf(other));
}

/** Boxes of a list have errors of their own; the inputs of a date share one. */
function nameIn(field: string): string {
  return fieldOf(field) === 'date_of_birth' ? fieldOf(field) : field;
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
