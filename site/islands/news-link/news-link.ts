import { followNewsLink } from '../backend/news-link';
import { forgetMailLink, takeMailLink } from '../mail-link';

const PARTS = ['confirm', 'stop', 'none', 'confirmed', 'stopped', 'invalid'] as const;

/**
 * Handles the links of emails about news. Acts only when the visitor presses the button, because mail scanners follow
 * links and must not confirm anything.
 */
export function mount(island: HTMLElement): void {
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const status = part('said');
  const show = (shown: (typeof PARTS)[number]) => {
    for (const name of PARTS) {
      part(name)?.toggleAttribute('hidden', name !== shown);
    }
  };
  let currentHash = '';
  let token = '';

  const read = () => {
    const hash = takeMailLink(isEmailLink);
    if (hash !== '' && hash !== currentHash) {
      currentHash = hash;
      const link = parseNewsLink(hash);
      token = link?.token ?? '';
      status?.replaceChildren();
      show(link?.word ?? 'invalid');
    }
  };

  const follow = async (button: HTMLButtonElement, word: 'confirm' | 'stop') => {
    if (token === '' || button.ariaDisabled === 'true') {
      return;
    }
    button.ariaDisabled = 'true';
    status?.replaceChildren('One moment ...');
    try {
      const works = await followNewsLink(word, token);
      finish(works ? (word === 'confirm' ? 'confirmed' : 'stopped') : 'invalid');
    } catch {
      status?.replaceChildren('That did not work. Check your connection, and press the button again.');
    }
    button.ariaDisabled = 'false';
  };

  const finish = (shown: 'confirmed' | 'stopped' | 'invalid') => {
    currentHash = '';
    token = '';
    forgetMailLink();
    status?.replaceChildren();
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

/** Whether this may be an email link: the page's own skip link targets an element. */
function isEmailLink(hash: string): boolean {
  return hash !== '' && !document.getElementById(hash.slice(1));
}

/** The action and token of an email link, or null if it is invalid. */
export function parseNewsLink(hash: string): { word: 'confirm' | 'stop'; token: string } | null {
  const match = /^#(confirm|stop)=([0-9a-f]{96})$/.exec(hash);
  return match ? { word: match[1] as 'confirm' | 'stop', token: match[2] as string } : null;
}
