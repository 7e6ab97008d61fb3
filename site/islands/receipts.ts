import { receiptsOf } from './backend/receipts';
import type { Receipt } from './wire/Receipt';

/** Shows what a participant agreed to, as a list that can be printed, in place of the button that asked for it. */
export async function showReceipts(place: HTMLElement, number: string): Promise<void> {
  const status = place.querySelector<HTMLElement>('[role="status"]');
  const say = (sentence: string) => {
    if (status) {
      status.textContent = sentence;
    }
  };
  say('Loading ...');
  try {
    const receipts = await receiptsOf(number);
    place.querySelector('[data-receipts]')?.remove();
    const list = document.createElement('ol');
    list.className = 'receipts';
    list.append(...receipts.map(entry));
    place.append(list, printButton());
    say(receipts.length === 0 ? 'There is no receipt yet.' : 'Your receipts are below.');
  } catch {
    say('We couldn’t load your receipts. Check your connection and try again. You have them by email, too.');
  }
}

function entry(receipt: Receipt): HTMLElement {
  const item = document.createElement('li');
  const parts = document.createElement('dl');
  for (const [name, text] of lines(receipt)) {
    const term = document.createElement('dt');
    const value = document.createElement('dd');
    term.textContent = name;
    value.textContent = text;
    parts.append(term, value);
  }
  item.append(parts);
  return item;
}

function lines(receipt: Receipt): [string, string][] {
  const document = receipt.document === 'privacy' ? 'Privacy notice' : 'Boxes of the sign-up form';
  return [
    ['What', `${document}, version ${receipt.version}`],
    ['When', `${receipt.at.slice(0, 19).replace('T', ' ')} UTC`],
    ['What you agreed to', receipt.labels.join(' ')],
    ['Text', receipt.sha256],
    ['Receipt', receipt.digest],
  ];
}

function printButton(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--quiet';
  button.textContent = 'Print';
  button.addEventListener('click', () => print());
  return button;
}
