import { element } from '../../element';

/** Has a link open in a window of its own, and says so, so that the chat stays. */
export function inNewTab(link: HTMLAnchorElement): HTMLAnchorElement {
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.append(element('span', { class: 'visually-hidden' }, [' (opens a new tab)']));
  return link;
}
