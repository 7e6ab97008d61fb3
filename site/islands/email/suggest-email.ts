import { element } from '../element';
import { suggestEmail } from './email-typo';

/** The maximum duration of a button press, in milliseconds: the page must not move under the finger. */
const PRESS_DURATION = 400;

/** Addresses that visitors confirmed despite a suggestion, by field. */
const confirmed = new WeakMap<HTMLInputElement, string>();

/**
 * Asks "Did you mean gmail.com?" below a field that was left, with a button that changes the address and one that leaves
 * it. The question disappears when the visitor types again.
 */
export function offerSuggestion(
  field: HTMLInputElement,
  place: HTMLElement,
  onUsed?: (email: string) => void,
): void {
  const typed = field.value;
  const meant = suggestEmail(typed);
  if (meant === null || confirmed.get(field) === typed) {
    return;
  }
  const status = element('p', { role: 'status' });
  place.replaceChildren(status);
  setTimeout(() => field.value === typed && ask(), PRESS_DURATION);

  const ask = () => {
    const domain = meant.slice(meant.lastIndexOf('@') + 1);
    status.replaceChildren('Did you mean ', element('strong', {}, [domain]), '?');
    const actions = element('p', { class: 'form__actions field' }, [
      button(`Use ${meant}`, 'button button--small', use),
      button('Keep What I Typed', 'button button--quiet button--small', keep),
    ]);
    place.append(actions);
    field.addEventListener('input', () => place.replaceChildren(), { once: true });
  };
  const use = () => {
    field.value = meant;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    place.replaceChildren(status);
    status.textContent = `Changed to ${meant}`;
    field.focus();
    onUsed?.(meant);
  };
  const keep = () => {
    confirmed.set(field, typed);
    place.replaceChildren();
    field.focus();
  };
}

function button(label: string, className: string, act: () => void): HTMLElement {
  return Object.assign(element('button', { class: className, type: 'button' }, [label]), { onclick: act });
}
