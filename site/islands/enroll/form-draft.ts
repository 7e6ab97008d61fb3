import type { BegunForm } from '../wire/BegunForm';
import { readForm } from './form-values';

/** The form's non-empty fields, as stored in a draft. */
export function draftOf(form: HTMLFormElement): BegunForm {
  const { race, ...texts } = readForm(form);
  const fields = Object.entries({ ...texts, race: race.join(',') });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** Restores stored values into the form. */
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

/** Whether the visitor typed something. Country, site, and the person to sign up are always set or chosen elsewhere. */
export function hasInput({ country: _, site: __, signing_up_for: ___, ...fields }: BegunForm = {}): boolean {
  return Object.keys(fields).length > 0;
}
