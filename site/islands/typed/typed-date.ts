import { visible } from './visible';

/** The names of the months. The server has the same list in the same order. */
const MONTHS = [
  ['january', 'enero'],
  ['february', 'febrero'],
  ['march', 'marzo'],
  ['april', 'abril'],
  ['may', 'mayo'],
  ['june', 'junio'],
  ['july', 'julio'],
  ['august', 'agosto'],
  ['september', 'septiembre'],
  ['october', 'octubre'],
  ['november', 'noviembre'],
  ['december', 'diciembre'],
];
const MIN_NAME_LENGTH = 3;

/** A calendar day. */
export type Day = { year: number; month: number; day: number };

/** Why a text is not a date: it names no day, or its year does not have four digits. */
export type NoDate = 'not_a_date' | 'year';

/**
 * Reads a typed date by the server's rules: with a month's name in any order, year first, or month before day unless only
 * the other order is possible.
 */
export function readDate(text: string): Day | NoDate {
  const words =
    visible(text)
      .normalize('NFKC')
      .toLowerCase()
      .match(/\d+|\p{L}+/gu) ?? [];
  const numbers: string[] = [];
  let named: number | null = null;
  for (const word of words) {
    if (/^\d/.test(word)) {
      numbers.push(word);
    } else if (!(isOrdinal(word) && numbers.length > 0) && !isFiller(word)) {
      if (named !== null) {
        return 'not_a_date';
      }
      named = monthNamed(word);
      if (named === 0) {
        return 'not_a_date';
      }
    }
  }
  const parts = partsOf(numbers, named);
  if (parts === null) {
    return 'not_a_date';
  }
  const { year, month, day } = parts;
  if (year.length !== 4) {
    return 'year';
  }
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(Number(year), month);
  return isDay ? { year: Number(year), month, day } : 'not_a_date';
}

/** Formats a date as `YYYY-MM-DD`. */
export function isoDate({ year, month, day }: Day): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** The number of completed years between a birth and another day. */
export function yearsBetween(birth: Day, today: Day): number {
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day);
  return today.year - birth.year - (hadBirthday ? 0 : 1);
}

/** Today by the device's clock. */
export function today(): Day {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}

function partsOf(
  numbers: string[],
  named: number | null,
): { year: string; month: number; day: number } | null {
  const [first = '', second = '', last = ''] = numbers;
  if (named !== null) {
    if (numbers.length !== 2) {
      return null;
    }
    const [year, day] = first.length === 4 ? [first, second] : [second, first];
    return { year, month: named, day: Number(day) };
  }
  if (numbers.length !== 3) {
    return null;
  }
  if (first.length === 4) {
    return { year: first, month: Number(second), day: Number(last) };
  }
  const dayFirst = Number(first) > 12 && Number(second) <= 12;
  return { year: last, month: Number(dayFirst ? second : first), day: Number(dayFirst ? first : second) };
}

/** The number of a month from 1, or 0 if the word names none. */
function monthNamed(word: string): number {
  const isName = (name: string) => word.length >= MIN_NAME_LENGTH && name.startsWith(word);
  return MONTHS.findIndex((names) => names.some(isName)) + 1;
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isOrdinal(word: string): boolean {
  return ['st', 'nd', 'rd', 'th'].includes(word);
}

function isFiller(word: string): boolean {
  return ['of', 'de', 'del'].includes(word);
}
