import { followNewsLink, type LinkWord } from '../backend/news-link';
import { channelName } from '../channel-names';
import { forgetMailLink, takeMailLink } from '../mail-link';

const PARTS = [
  'confirm',
  'stop',
  'stop-messages',
  'none',
  'confirmed',
  'stopped',
  'stopped-messages',
  'invalid',
] as const;
/** The part to show once a link has worked. */
const DONE = { confirm: 'confirmed', stop: 'stopped', 'stop-messages': 'stopped-messages' } as const;

/**
 * Handles the links of emails about news, and those that stop messages about a sign-up. Acts only when the visitor
 * presses the button, because mail scanners follow links and must not confirm anything.
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
      nameChannel(link?.channel ?? '');
      status?.replaceChildren();
      show(link?.word ?? 'invalid');
    }
  };

  const nameChannel = (channel: string) => {
    const { plain, title } = channelName(channel);
    for (const place of island.querySelectorAll<HTMLElement>('[data-channel]')) {
      place.textContent = place.dataset.channel === 'title' ? title : plain;
    }
  };

  const follow = async (button: HTMLButtonElement, word: LinkWord) => {
    if (token === '' || button.ariaDisabled === 'true') {
      return;
    }
    button.ariaDisabled = 'true';
    status?.replaceChildren('One moment ...');
    try {
      const works = await followNewsLink(word, token);
      finish(works ? DONE[word] : 'invalid');
    } catch {
      status?.replaceChildren('That did not work. Check your connection, and press the button again.');
    }
    button.ariaDisabled = 'false';
  };

  const finish = (shown: (typeof PARTS)[number]) => {
    currentHash = '';
    token = '';
    forgetMailLink();
    status?.replaceChildren();
    show(shown);
    part(shown)?.focus();
  };

  for (const word of ['confirm', 'stop', 'stop-messages'] as const) {
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

/** The action and token of a link, and the channel of messages that it stops. Null if the link is invalid. */
export function parseNewsLink(hash: string): { word: LinkWord; token: string; channel?: string } | null {
  const news = /^#(confirm|stop)=([0-9a-f]{96})$/.exec(hash);
  if (news) {
    return { word: news[1] as LinkWord, token: news[2] as string };
  }
  const messages = /^#stop-messages=(PT[0-9A-Z]{12}[0-9a-f]{64}([\w-]+))$/.exec(hash);
  return messages && { word: 'stop-messages', token: messages[1] as string, channel: messages[2] as string };
}
