/** Shows one message that the visitor must read before continuing. Calls `then` when it is closed. */
export function showAlert(container: HTMLElement, message: string, then?: () => void): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  dialog.setAttribute('role', 'alertdialog');
  const words = document.createElement('p');
  words.className = 'dialog__message';
  words.id = 'survey-alert';
  words.textContent = message;
  dialog.setAttribute('aria-labelledby', words.id);
  const button = document.createElement('button');
  button.className = 'button';
  button.type = 'button';
  button.textContent = 'OK';
  button.addEventListener('click', () => dialog.close());
  dialog.append(words, button);
  dialog.addEventListener('close', () => {
    dialog.remove();
    then?.();
  });
  container.append(dialog);
  dialog.showModal();
}
