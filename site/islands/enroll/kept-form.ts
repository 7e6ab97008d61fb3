import type { BegunForm } from '../wire/BegunForm';
import { readForm } from './form-values';

/** What stands in a form, as it is kept until it is sent: every field that is not empty. */
export function formToKeep(form: HTMLFormElement): BegunForm {
  const { race, ...texts } = readForm(form);
  const fields = Object.entries({ ...texts, race: race.join(',') });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** Puts what was kept back into the form. */
export function fillIn(form: HTMLFormElement, kept: BegunForm): void {
  for (const [name, value] of Object.entries(kept)) {
    for (const input of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
      if (input.type === 'radio' || input.type === 'checkbox') {
        input.checked = value.split(',').includes(input.value);
      } else if (input.localName !== 'select' && input.type !== 'hidden') {
        input.value = value;
      }
    }
  }
}

/** Whether somebody has typed something: a country stands in every form, and site and person are chosen elsewhere. */
export function saysSomething({
  country: _,
  site: __,
  signing_up_for: ___,
  ...fields
}: BegunForm = {}): boolean {
  return Object.keys(fields).length > 0;
}
