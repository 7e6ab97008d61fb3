import { myTown, offersMyLocation, USE_MY_LOCATION } from './offered';

/** What a button outside React needs: the field to fill, where to say what goes on, and what follows. */
type LocationButton = { field: HTMLInputElement; status: HTMLElement; onFilled: () => void };

/** Adds a button before the status that fills a field with the town nearest to the visitor, on pages that may ask for it. */
export function addLocationButton({ field, status, onFilled }: LocationButton): void {
  if (!offersMyLocation()) {
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--quiet button--small nearest__locate';
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
      onFilled();
    }
  });
  status.before(button);
}
