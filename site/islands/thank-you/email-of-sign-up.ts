import { BackendError, plainSentence } from '../backend/backend-error';
import { correctEmail, sendLinkAgain } from '../backend/email-of-sign-up';
import { element } from '../element';

const SENT_AGAIN = 'We sent the link again. It can take a few minutes. Check your spam folder, too.';
const SENT_IF_THERE_IS_ONE =
  'If there is a sign-up with this participant ID, we sent a link to its email address. Check your spam folder, too.';

/** Shows the address that isn't confirmed yet, with buttons to correct it and to send the link again. */
export function showEmailToConfirm(place: HTMLElement, number: string, email: string): void {
  const status = element('p', { role: 'status' });
  const message = element('p', { tabindex: '-1' }, [
    'We sent a link to ',
    element('strong', { class: 'thanks__email' }, [email]),
    '. Open it to confirm your email address, so that we can write to you about your sign-up.',
  ]);
  const correct = button('Correct My Email Address', 'button button--quiet button--small', () => {
    status.textContent = '';
    place.replaceChildren(correction(place, number, email));
    place.querySelector('input')?.focus();
  });
  const again = button('Send the Link Again', 'button button--quiet button--small', () =>
    sendAgain(again, status, number, SENT_AGAIN),
  );
  place.replaceChildren(message, element('p', { class: 'form__actions' }, [correct, again]), status);
}

/** Adds a button that sends a sign-up's link to its address again. Works in any browser. */
export function offerLinkAgain(place: HTMLElement, number: string): void {
  const status = element('p', { role: 'status' });
  const again = button('Send My Link Again', 'button button--quiet', () =>
    sendAgain(again, status, number, SENT_IF_THERE_IS_ONE),
  );
  place.replaceChildren(element('p', {}, [again]), status);
}

async function sendAgain(
  pressed: HTMLButtonElement,
  status: HTMLElement,
  number: string,
  done: string,
): Promise<void> {
  if (pressed.getAttribute('aria-disabled') === 'true') {
    return;
  }
  pressed.setAttribute('aria-disabled', 'true');
  status.textContent = 'Sending ...';
  try {
    await sendLinkAgain(number);
    status.textContent = done;
  } catch (error) {
    status.textContent = plainSentence(error);
  } finally {
    pressed.removeAttribute('aria-disabled');
  }
}

function correction(place: HTMLElement, number: string, email: string): HTMLElement {
  const field = element('input', {
    class: 'input',
    id: 'corrected-email',
    name: 'email',
    type: 'email',
    inputmode: 'email',
    autocomplete: 'email',
    autocapitalize: 'none',
    spellcheck: 'false',
    value: email,
  });
  const suggestion = element('div');
  field.addEventListener('blur', () => {
    import('../email/suggest-email').then(
      ({ offerSuggestion }) => offerSuggestion(field, suggestion),
      // The form works without a suggestion.
      () => {},
    );
  });
  const fieldError = element('p', { class: 'field__error', id: 'corrected-email-error', role: 'alert' });
  const save = element('button', { class: 'button button--small', type: 'submit' }, [
    'Save and Send the Link',
  ]);
  const cancel = () => {
    showEmailToConfirm(place, number, email);
    place.querySelector('button')?.focus();
  };
  const form = element('form', { class: 'form', novalidate: '' }, [
    element('div', { class: 'field' }, [
      element('label', { class: 'field__label', for: field.id }, ['Email']),
      fieldError,
      field,
      suggestion,
    ]),
    element('p', { class: 'form__actions' }, [
      save,
      button('Cancel', 'button button--quiet button--small', cancel),
    ]),
  ]);
  const showError = (sentence: string) => {
    fieldError.textContent = sentence;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', fieldError.id);
    field.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (save.getAttribute('aria-disabled') === 'true') {
      return;
    }
    save.setAttribute('aria-disabled', 'true');
    try {
      await correctEmail(number, field.value);
      showEmailToConfirm(place, number, field.value);
      place.querySelector<HTMLElement>('[tabindex]')?.focus();
    } catch (error) {
      showError(errorOfField(error) ?? plainSentence(error));
    } finally {
      save.removeAttribute('aria-disabled');
    }
  });
  return form;
}

/** The server's error for the address, or null for any other failure. */
function errorOfField(error: unknown): string | null {
  const failure = error instanceof BackendError ? error.failure : null;
  return failure?.kind === 'problem' ? (failure.problem.errors?.[0]?.message ?? null) : null;
}

function button(label: string, className: string, act: () => void): HTMLButtonElement {
  return Object.assign(element('button', { class: className, type: 'button' }, [label]), { onclick: act });
}
