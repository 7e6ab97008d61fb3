/** A part of a message: text or a link. */
type Part = { text: string; href?: string; isStore?: boolean };

/** `[text](address)`, a bare address, or an emergency number. */
const LINK = /\[([^[\]\n]+)\]\(([^\s()]+)\)|https:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]|\b(?:911|988)\b/g;
const STORES = ['apps.apple.com', 'play.google.com'];

/**
 * The parts of a message. Only paths of this site, HTTPS addresses, and emergency numbers become links. The server has
 * removed all other links, and any that it missed stay text.
 */
export function partsOf(content: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of content.matchAll(LINK)) {
    const [matched, words, target = matched] = match;
    const href = safeAddress(target);
    if (href) {
      parts.push({ text: content.slice(end, match.index) }, { text: words ?? matched, ...href });
      end = match.index + matched.length;
    }
  }
  parts.push({ text: content.slice(end) });
  return parts.filter(({ text }) => text !== '');
}

function safeAddress(target: string): { href: string; isStore: boolean } | null {
  if (/^\d+$/.test(target)) {
    return { href: `tel:${target}`, isStore: false };
  }
  if (/^\/(?![/\\])/.test(target)) {
    return { href: target, isStore: false };
  }
  if (!target.startsWith('https://')) {
    return null;
  }
  try {
    const url = new URL(target);
    const hasAccount = url.username !== '' || url.password !== '';
    return hasAccount ? null : { href: url.href, isStore: STORES.includes(url.host) };
  } catch {
    return null;
  }
}
