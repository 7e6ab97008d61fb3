import { visible } from './visible';

/** PT and three groups of four characters of Crockford's base 32. */
const SHAPE = /^(?:PT)?([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4})$/;

/**
 * The number as people read it, `PT 7K3M-9Q2X-4D8V`, and as a screen reader spells it; nothing for a text of another shape. It
 * is read as the server reads it: in any case, with or without `PT` and signs around or within it, O as 0, and I and L as 1.
 */
export function participantNumber(text: string): { grouped: string; spelled: string } | null {
  const typed = visible(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const rest = typed.length === 14 ? typed.slice(2) : typed;
  const meant = rest.replaceAll('O', '0').replace(/[IL]/g, '1');
  const groups = SHAPE.exec(typed.length === 14 ? typed.slice(0, 2) + meant : meant)?.slice(1);
  return groups === undefined
    ? null
    : {
        grouped: `PT ${groups.join('-')}`,
        spelled: ['PT', ...groups].map((group) => [...group].join(' ')).join(', '),
      };
}
