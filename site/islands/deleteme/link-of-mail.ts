/** The link in the page's address: null without one, and a null token if the link is broken. */
export type EmailLink = { token: string | null } | null;

/** Reads the hash of an address. */
export function parseLink(hash: string): EmailLink {
  if (!hash.startsWith('#confirm')) {
    return null;
  }
  return { token: /^#confirm=([0-9a-f]{96})$/.exec(hash)?.[1] ?? null };
}
