/** What the page's address holds: nothing, a link of a mail that is broken, or the token of one. */
export type LinkOfMail = { token: string | null } | null;

/** Reads what stands behind `#`. */
export function linkIn(hash: string): LinkOfMail {
  if (!hash.startsWith('#confirm')) {
    return null;
  }
  return { token: /^#confirm=([0-9a-f]{96})$/.exec(hash)?.[1] ?? null };
}
