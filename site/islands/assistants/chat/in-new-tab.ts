import { element } from '../../element';

/** Makes a link open in a new tab and says so, so that the chat stays open. */
export function inNewTab(link: HTMLAnchorElement): HTMLAnchorElement {
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.append(element('span', { class: 'visually-hidden' }, [' (opens a new tab)']));
  return link;
}
