/** The maximum number of characters of a one-line field, such as a name. */
export const LINE = 100;
/** The maximum number of characters of a field with several lines. */
export const LINES = 2000;

/** The number of characters as a reader counts them. Combining marks and joined emoji don't count separately. */
export function lengthOf(text: string): number {
  return [
    ...text
      .replace(/\r\n/g, '\n')
      .replace(/\u200D\p{Extended_Pictographic}/gu, '')
      .replace(/[\p{M}\p{Emoji_Modifier}\u200C\u200D]/gu, '')
      .replace(/\p{Regional_Indicator}{2}/gu, 'F'),
  ].length;
}

/** The error of a text that is too long, or null. The server has the same words. */
export function tooLongError(text: string, max: number): string | null {
  const excess = lengthOf(text) - max;
  return excess > 0 ? `Use ${max} characters or fewer. You have ${excess} too many` : null;
}
