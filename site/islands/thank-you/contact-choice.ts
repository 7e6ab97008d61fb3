import { plainSentence } from '../backend/backend-error';
import { anything, call } from '../backend/call';
import type { ContactOptions } from '../wire/ContactOptions';
import type { ContactRequest } from '../wire/ContactRequest';

/** Shows the form with the offered channels and the participant's choice, and saves a new choice. */
export function showContactChoice(
  form: HTMLFormElement,
  number: string,
  { channels, chosen }: ContactOptions,
): void {
  for (const input of inputs(form, 'by')) {
    const isOffered = channels.some((channel) => channel === input.value);
    const label = input.closest('label');
    if (label) {
      label.hidden = !isOffered;
    }
    input.disabled = !isOffered;
  }
  check(form, 'by', chosen?.by ?? channels[0]);
  check(form, 'when', chosen?.when ?? 'any');
  form.hidden = false;
  const status = form.querySelector('[role="status"]');
  const save = form.querySelector('[type="submit"]');
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (!status || save?.getAttribute('aria-disabled') === 'true') {
      return;
    }
    save?.setAttribute('aria-disabled', 'true');
    status.textContent = 'Saving ...';
    try {
      const body = { number, by: checked(form, 'by'), when: checked(form, 'when') } as ContactRequest;
      await call({ path: '/backend/participant/contact', body, read: anything });
      status.textContent = 'Saved. We’ve told the study team.';
    } catch (error) {
      status.textContent = plainSentence(error);
    } finally {
      save?.removeAttribute('aria-disabled');
    }
  };
}

function inputs(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
}

function check(form: HTMLFormElement, name: string, value?: string): void {
  for (const input of inputs(form, name)) {
    input.checked = input.value === value;
  }
}

function checked(form: HTMLFormElement, name: string): string | undefined {
  return inputs(form, name).find((input) => input.checked)?.value;
}
