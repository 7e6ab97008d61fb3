/** A part of a message: words, or words that lead somewhere. */
type Part = { text: string; href?: string; isStore?: boolean };

/** `[words](address)`, an address by itself, or a number that gets help. */
const LINK = /\[([^[\]\n]+)\]\(([^\s()]+)\)|https:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]|\b(?:911|988)\b/g;
const STORES = ['apps.apple.com', 'play.google.com'];

/**
 * The parts of a message. Only paths of this site, addresses by HTTPS and numbers that get help become links: the server has left out all
 * others, and what it missed stays words.
 */
export function partsOf(content: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of content.matchAll(LINK)) {
    const [whole, words, target = whole] = match;
    const href = safeAddress(target);
    if (href) {
      parts.push({ text: content.slice(at, match.index) }, { text: words ?? whole, ...href });
      at = match.index + whole.length;
    }
  }
  parts.push({ text: content.slice(at) });
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
