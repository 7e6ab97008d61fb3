/** Invisible characters that some scripts and emoji need. The server decides where they stay. */
const POSSIBLY_NEEDED = '\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';

/**
 * Removes invisible characters from typed text and trims it: zero-width characters, direction marks, and controls. The
 * server is more exact; here, empty-looking text must count as empty.
 */
export function visible(text: string): string {
  const cleaned = text
    .replace(/\r\n?/g, '\n')
    .replace(new RegExp(`(?![${POSSIBLY_NEEDED}])\\p{Default_Ignorable_Code_Point}`, 'gu'), '')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
  return /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u.test(cleaned) ? cleaned : '';
}
