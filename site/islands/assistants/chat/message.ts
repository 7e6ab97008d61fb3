import { element } from '../../element';
import type { Message } from './conversation';
import { type Part, partsOf } from './rich-text';

/** A message as it stands in the list. A link to an app store is followed by its QR code. */
export function drawMessage({ role, content }: Pick<Message, 'role' | 'content'>): HTMLElement {
  const words = element('p', { class: 'chat__words' });
  const item = element('div', { class: `chat__message chat__message--${role}` }, [
    element('span', { class: 'visually-hidden' }, [role === 'user' ? 'You: ' : 'Assistant: ']),
    words,
  ]);
  // What the visitor typed is words, whatever it looks like.
  for (const part of role === 'user' ? [{ text: content }] : partsOf(content)) {
    words.append(part.href ? link(part, part.href) : part.text);
    if (part.href && part.isStore) {
      appendCode(item, part.href);
    }
  }
  return item;
}

function link({ text }: Part, href: string): HTMLElement {
  // In a window of its own, so that the chat stays.
  const anchor = element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, [text]);
  anchor.append(element('span', { class: 'visually-hidden' }, [' (opens a new tab)']));
  return anchor;
}

function appendCode(item: HTMLElement, address: string): void {
  void import('./qr-code').then(
    ({ qrCode }) => item.append(qrCode(address)),
    // The link itself is there.
    () => undefined,
  );
}
