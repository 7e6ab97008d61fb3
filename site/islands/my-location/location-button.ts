import { myTown, offersMyLocation, USE_MY_LOCATION } from './offered';

/**
 * Adds a button to a form that finds the nearest site, on pages that may ask for the visitor's position. It fills the form's
 * field with the nearest town and submits the form.
 */
export function addTo(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const status = form.querySelector('[role="status"]');
  if (!field || !status || !offersMyLocation(form)) {
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--quiet';
  button.append(USE_MY_LOCATION);
  let isBusy = false;
  button.addEventListener('click', async () => {
    if (isBusy) {
      return;
    }
    isBusy = true;
    status.replaceChildren('One moment …');
    const found = await myTown().catch(() => ({ problem: 'Load this page again.' }));
    isBusy = false;
    if ('problem' in found) {
      status.replaceChildren(found.problem);
    } else {
      field.value = found.town;
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    }
  });
  field.parentElement?.append(button);
}
