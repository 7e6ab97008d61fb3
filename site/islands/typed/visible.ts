/** Hidden characters that a script or a picture may need; the server decides where they stay. */
const MAY_BE_NEEDED = '\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';

/**
 * A typed or pasted text without characters that nobody can see, trimmed: zero-width characters, direction marks and
 * controls. The server does the same more exactly; here it matters that an empty field counts as empty.
 */
export function visible(text: string): string {
  const kept = text
    .replace(/\r\n?/g, '\n')
    .replace(new RegExp(`(?![${MAY_BE_NEEDED}])\\p{Default_Ignorable_Code_Point}`, 'gu'), '')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
  return /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u.test(kept) ? kept : '';
}
