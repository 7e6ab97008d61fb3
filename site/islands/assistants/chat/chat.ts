import { inNewTab } from './in-new-tab';
import { drawPanel } from './panel';
import { beginChat } from './sending';

/** Creates the chat of a page. The returned function opens or closes it. Messages stay until the page is left. */
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
    send: (typed) => void conversation.send(typed),
    dismiss: () => conversation.dismiss(),
    close: () => show(false),
  });
  const conversation = beginChat({ show: panel.show, restore: panel.restore });
  panel.root.hidden = true;
  island.append(panel.root);
  return () => show(panel.root.hidden === true);
}
