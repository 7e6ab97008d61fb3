import { inNewTab } from './in-new-tab';
import { drawPanel } from './panel';
import { beginChat } from './sending';

/** Makes the chat of a page; each tap on its button opens or closes it. What was said stays while the page does. */
export function chat(island: HTMLElement): () => void {
  const opener = island.querySelector<HTMLButtonElement>('[data-action="chat"]');
  const notice = island.querySelector('[data-part="notice"]')?.cloneNode(true) as HTMLElement | undefined;
  for (const link of notice?.querySelectorAll('a') ?? []) {
    inNewTab(link);
  }
  const show = (isOpen: boolean) => {
    panel.root.hidden = !isOpen;
    opener?.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) {
      panel.focus();
    } else {
      opener?.focus();
    }
  };
  const panel = drawPanel(notice ?? new Text(), {
    send: (typed) => void talk.send(typed),
    dismiss: () => talk.dismiss(),
    close: () => show(false),
  });
  const talk = beginChat({ show: panel.show, restore: panel.restore });
  panel.root.hidden = true;
  island.append(panel.root);
  return () => show(panel.root.hidden === true);
}
