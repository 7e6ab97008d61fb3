import { followLink, type LinkWord, sendDetails } from '../backend/message-link';
import { channelName } from '../channel-names';
import { forgetMailLink, takeMailLink } from '../mail-link';
import type { IntroductionPreview } from '../wire/IntroductionPreview';

const PARTS = [
  'confirm',
  'stop',
  'stop-messages',
  'send-details',
  'erase-details',
  'none',
  'confirmed',
  'stopped',
  'stopped-messages',
  'details-confirmed',
  'details-already-sent',
  'details-withheld',
  'details-erased',
  'invalid',
] as const;
/** The part to show once a link has worked. */
const DONE = {
  confirm: 'confirmed',
  stop: 'stopped',
  'stop-messages': 'stopped-messages',
  'erase-details': 'details-erased',
} as const;
/** The part to show for the result of sending details. */
const SENT = {
  confirmed: 'details-confirmed',
  already_sent: 'details-already-sent',
  withheld: 'details-withheld',
} as const;

/**
 * Handles the links in messages: of news and introductions, and those that stop messages about a sign-up. Acts only when the
 * visitor presses the button, because mail scanners follow links and must not confirm anything.
 */
export function mount(island: HTMLElement): void {
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const status = part('said');
  const heading = document.querySelector('h1');
  const ownHeading = heading?.textContent ?? '';
  let channelTitle = '';
  const show = (shown: (typeof PARTS)[number]) => {
    for (const name of PARTS) {
      part(name)?.toggleAttribute('hidden', name !== shown);
    }
    nameHeading(part(shown)?.dataset.heading ?? ownHeading);
  };
  let currentHash = '';
  let token = '';
  /** The hash of the mail that the page shows. */
  let shownMail = '';

  const read = () => {
    const hash = takeMailLink(isEmailLink);
    if (hash !== '' && hash !== currentHash) {
      currentHash = hash;
      const link = parseLink(hash);
      token = link?.token ?? '';
      nameChannel(link?.channel ?? '');
      status?.replaceChildren();
      show(link?.word ?? 'invalid');
      if (link?.word === 'send-details') {
        void introduce('');
      }
    }
  };

  /** Names what the link does, in the heading and in the title of the page. */
  const nameHeading = (text: string) => {
    const before = heading?.textContent ?? '';
    const named = text.replace('{channel}', channelTitle);
    heading?.replaceChildren(named);
    document.title = document.title.replace(before, () => named);
  };

  const nameChannel = (channel: string) => {
    const { plain, title } = channelName(channel);
    channelTitle = title;
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
      const works = await followLink(word, token);
      finish(works ? DONE[word] : 'invalid');
    } catch {
      status?.replaceChildren('That did not work. Check your connection, and press the button again.');
    }
    button.ariaDisabled = 'false';
  };

  /** Shows the mail that a link sends, or sends it if the visitor agreed to the mail with this hash. */
  const introduce = async (agreed: string) => {
    const button = part('send-details')?.querySelector('button');
    if (token === '' || button?.ariaDisabled === 'true') {
      return;
    }
    const usedToken = token;
    if (button) {
      button.ariaDisabled = 'true';
    }
    status?.replaceChildren('One moment ...');
    try {
      const answer = await sendDetails(token, agreed);
      if (usedToken === token) {
        if (answer?.preview) {
          shownMail = answer.preview.sha256;
          showMail(island, answer.preview);
          status?.replaceChildren(agreed === '' ? '' : 'The email has changed. Please check it again.');
        } else {
          finish(answer && answer.result in SENT ? SENT[answer.result as keyof typeof SENT] : 'invalid');
        }
      }
    } catch {
      status?.replaceChildren('That did not work. Check your connection, and press the button again.');
    }
    if (button) {
      button.ariaDisabled = 'false';
    }
  };

  const finish = (shown: (typeof PARTS)[number]) => {
    currentHash = '';
    token = '';
    forgetMailLink();
    status?.replaceChildren();
    show(shown);
    part(shown)?.focus();
  };

  part('send-details')
    ?.querySelector('button')
    ?.addEventListener('click', () => void introduce(shownMail));
  for (const word of ['confirm', 'stop', 'stop-messages', 'erase-details'] as const) {
    const button = part(word)?.querySelector('button');
    button?.addEventListener('click', () => void follow(button, word));
  }
  addEventListener('hashchange', read);
  read();
  island.dataset.alive = '';
}

function showMail(island: HTMLElement, { mail, consent }: IntroductionPreview): void {
  const { name, address, subject, text } = mail;
  const shown = { to: name ? `${name}, ${address}` : address, subject, text, consent };
  for (const place of island.querySelectorAll<HTMLElement>('[data-mail]')) {
    place.textContent = shown[place.dataset.mail as keyof typeof shown] ?? '';
  }
  island.querySelector('[data-mail-shown]')?.removeAttribute('hidden');
  const button = island.querySelector<HTMLElement>('[data-when-shown]');
  button?.replaceChildren(button.dataset.whenShown ?? '');
}

/** Whether this may be an email link: the page's own skip link targets an element. */
function isEmailLink(hash: string): boolean {
  return hash !== '' && !document.getElementById(hash.slice(1));
}

/** The action and token of a link, and the channel of messages that it stops. Null if the link is invalid. */
export function parseLink(
  hash: string,
): { word: LinkWord | 'send-details'; token: string; channel?: string } | null {
  const news = /^#(confirm|stop|send-details|erase-details)=([0-9a-f]{96})$/.exec(hash);
  if (news) {
    return { word: news[1] as LinkWord | 'send-details', token: news[2] as string };
  }
  const messages = /^#stop-messages=(PT[0-9A-Z]{12}[0-9a-f]{64}([\w-]+))$/.exec(hash);
  return messages && { word: 'stop-messages', token: messages[1] as string, channel: messages[2] as string };
}
