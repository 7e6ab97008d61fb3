import { element } from '../../element';
import type { Message } from './conversation';
import { inNewTab } from './in-new-tab';
import { partsOf } from './rich-text';

/** Renders a message. A QR code follows each link to an app store. */
export function drawMessage({ role, content }: Pick<Message, 'role' | 'content'>): HTMLElement {
  const words = element('p', { class: 'chat__words' });
  const item = element('div', { class: `chat__message chat__message--${role}` }, [
    element('span', { class: 'visually-hidden' }, [role === 'user' ? 'You: ' : 'Assistant: ']),
    words,
  ]);
  // What the visitor typed is always plain text.
  for (const part of role === 'user' ? [{ text: content }] : partsOf(content)) {
    words.append(part.href ? linkTo(part.href, part.text) : part.text);
    if (part.href && part.isStore) {
      appendCode(item, part.href);
    }
  }
  return item;
}

function linkTo(href: string, text: string): HTMLElement {
  const link = element('a', { href }, [text]);
  return href.startsWith('tel:') ? link : inNewTab(link);
}

function appendCode(item: HTMLElement, address: string): void {
  void import('./qr-code').then(
    ({ qrCode }) => item.append(qrCode(address)),
    // The link itself is already there.
    () => undefined,
  );
}
