import { visible } from './visible';

/** PT and three groups of four characters of Crockford's base 32. */
const SHAPE = /^(?:PT)?([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4})$/;

/**
 * The participant ID in groups, `PT 7K3M-9Q2X-4D8V`, and spelled for a screen reader; null for invalid text. It accepts
 * what the server accepts: any case, with or without `PT` and separators, O as 0, and I and L as 1.
 */
export function participantNumber(text: string): { grouped: string; spelled: string } | null {
  const typed = visible(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const rest = typed.length === 14 ? typed.slice(2) : typed;
  const corrected = rest.replaceAll('O', '0').replace(/[IL]/g, '1');
  const groups = SHAPE.exec(typed.length === 14 ? typed.slice(0, 2) + corrected : corrected)?.slice(1);
  return groups === undefined
    ? null
    : {
        grouped: `PT ${groups.join('-')}`,
        spelled: ['PT', ...groups].map((group) => [...group].join(' ')).join(', '),
      };
}
