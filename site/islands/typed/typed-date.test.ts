import { expect, it } from 'vitest';
import table from '../../../domain/tests/tables/typed_dates.json';
import { isoDate, readDate, yearsBetween } from './typed-date';

it.each(table as [string, string][])('%j is read as on the server: %s', (typed, expected) => {
  const read = readDate(typed);
  expect(typeof read === 'string' ? read : isoDate(read)).toBe(expected);
});

it('a year is completed on the birthday, and on March 1 after a birth on February 29', () => {
  const birth = { year: 2008, month: 2, day: 29 };
  expect(yearsBetween(birth, { year: 2026, month: 2, day: 28 })).toBe(17);
  expect(yearsBetween(birth, { year: 2026, month: 3, day: 1 })).toBe(18);
});
