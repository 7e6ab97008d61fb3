/** The most characters of a field of one line, such as a name. */
export const LINE = 100;
/** The most characters of a field of several lines. */
export const LINES = 2000;

/** How many characters a text has as a reader counts them: marks and joined pictures belong to what they stand on. */
export function lengthOf(text: string): number {
  return [
    ...text
      .replace(/\r\n/g, '\n')
      .replace(/\u200D\p{Extended_Pictographic}/gu, '')
      .replace(/[\p{M}\p{Emoji_Modifier}\u200C\u200D]/gu, '')
      .replace(/\p{Regional_Indicator}{2}/gu, 'F'),
  ].length;
}

/** What to say about a text that is too long; nothing about one that fits. The server says the same. */
export function tooLong(text: string, most: number): string | null {
  const over = lengthOf(text) - most;
  return over > 0 ? `Use ${most} characters or fewer. You have ${over} too many` : null;
}
