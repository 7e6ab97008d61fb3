import type { BegunForm } from '../wire/BegunForm';
import { readForm } from './form-values';

/** The form's non-empty fields, as stored in a draft. */
export function draftOf(form: HTMLFormElement): BegunForm {
  const { race, ...texts } = readForm(form);
  const fields = Object.entries({ ...texts, race: race.join(',') });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** The date of birth alone, by which the server recognizes a child and erases the draft. */
export function dateOfBirthOf(form: HTMLFormElement): BegunForm {
  const { signing_up_for, date_of_birth_month, date_of_birth_day, date_of_birth_year } = readForm(form);
  return { signing_up_for, date_of_birth_month, date_of_birth_day, date_of_birth_year };
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
