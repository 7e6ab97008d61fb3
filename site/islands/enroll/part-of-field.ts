import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FieldError } from '../wire/FieldError';
import { fieldOf, targetOf } from './field-ids';
import type { Steps } from './use-steps';

/** The part of the form that contains an input. */
export function partOf(form: HTMLFormElement, id: string): number | null {
  const part = document.getElementById(id)?.closest<HTMLElement>('[data-part]');
  return part && form.contains(part) ? Number(part.dataset.part) : null;
}

/** Fields that can only be checked together with a field of a later part: phone numbers depend on the country. */
const CHECKED_WITH: Record<string, string> = { phone_number: 'country' };

/** The part of the form from which on a wrong value of a field counts. */
export function partWhereChecked(form: HTMLFormElement, field: string): number | null {
  const own = partOf(form, targetOf(field));
  const other = CHECKED_WITH[fieldOf(field)];
  const later = other === undefined ? null : partOf(form, targetOf(other));
  return own === null || later === null ? own : Math.max(own, later);
}

/** The errors in the order of the form's inputs, with only the first error per input. */
export function sortByField(form: HTMLFormElement, errors: FieldError[]): FieldError[] {
  const ids = Array.from(form.querySelectorAll('[id]'), ({ id }) => id);
  const placeOf = ({ field }: FieldError) => ids.indexOf(targetOf(field));
  const isFirst = ({ field }: FieldError, index: number) =>
    errors.findIndex((error) => nameIn(error.field) === nameIn(field)) === index;
  return errors.filter(isFirst).sort((a, b) => placeOf(a) - placeOf(b));
}

/** Each consent box has errors of its own; the inputs of a date share one. */
function nameIn(field: string): string {
  return fieldOf(field) === 'date_of_birth' ? fieldOf(field) : field;
}

/** Shows the part that a link of the error summary targets, before the browser follows the link. */
export function showPartOfLink(steps: Steps, { target, currentTarget }: MouseEvent<HTMLFormElement>): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.error-summary a') : null;
  const part = link && partOf(currentTarget, link.hash.slice(1));
  if (steps.alone !== null && typeof part === 'number') {
    flushSync(() => steps.show(part));
  }
}

/** Shows the part that contains a field, and moves the focus to the field. */
export function showField(form: HTMLFormElement | null, field: string, steps: Steps): void {
  const id = targetOf(field);
  const part = form && partOf(form, id);
  if (steps.alone !== null && typeof part === 'number') {
    flushSync(() => steps.show(part));
  }
  document.getElementById(id)?.focus();
}
