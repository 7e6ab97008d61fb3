import { followNewsLink } from '../backend/news-link';
import { forgetMailLink, takeMailLink } from '../mail-link';

const PARTS = ['confirm', 'stop', 'none', 'confirmed', 'stopped', 'invalid'] as const;

/**
 * Does what a link of a mail is for, when somebody presses the button: programs that check mails follow links, and must
 * not confirm anything.
 */
export function mount(island: HTMLElement): void {
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const said = part('said');
  const show = (shown: (typeof PARTS)[number]) => {
    for (const name of PARTS) {
      part(name)?.toggleAttribute('hidden', name !== shown);
    }
  };
  let taken = '';
  let token = '';

  const read = () => {
    const hash = takeMailLink(isOfMail);
    if (hash !== '' && hash !== taken) {
      taken = hash;
      const link = linkOf(hash);
      token = link?.token ?? '';
      said?.replaceChildren();
      show(link?.word ?? 'invalid');
    }
  };

  const follow = async (button: HTMLButtonElement, word: 'confirm' | 'stop') => {
    if (token === '' || button.ariaDisabled === 'true') {
      return;
    }
    button.ariaDisabled = 'true';
    said?.replaceChildren('One moment ...');
    try {
      const works = await followNewsLink(word, token);
      end(works ? (word === 'confirm' ? 'confirmed' : 'stopped') : 'invalid');
    } catch {
      said?.replaceChildren('That did not work. Check your connection, and press the button again.');
    }
    button.ariaDisabled = 'false';
  };

  const end = (shown: 'confirmed' | 'stopped' | 'invalid') => {
    taken = '';
    token = '';
    forgetMailLink();
    said?.replaceChildren();
    show(shown);
    part(shown)?.focus();
  };

  for (const word of ['confirm', 'stop'] as const) {
    const button = part(word)?.querySelector('button');
    button?.addEventListener('click', () => void follow(button, word));
  }
  addEventListener('hashchange', read);
  read();
  island.dataset.alive = '';
}

/** Whether this can be the link of a mail: the page's own skip link leads to a part of it. */
function isOfMail(hash: string): boolean {
  return hash !== '' && !document.getElementById(hash.slice(1));
}

/** What a link of a mail is for, and its token; nothing when it is no such link. */
export function linkOf(hash: string): { word: 'confirm' | 'stop'; token: string } | null {
  const found = /^#(confirm|stop)=([0-9a-f]{96})$/.exec(hash);
  return found ? { word: found[1] as 'confirm' | 'stop', token: found[2] as string } : null;
}
