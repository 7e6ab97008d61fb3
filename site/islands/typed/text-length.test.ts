import { expect, it } from 'vitest';
import table from '../../../domain/tests/tables/text_lengths.json';
import { lengthOf, tooLongError } from './text-length';

it.each(table as [string, number][])('%j has %i characters, as on the server', (text, length) => {
  expect(lengthOf(text)).toBe(length);
});

it('a text that is too long says by how much', () => {
  expect(tooLongError('abc', 3)).toBeNull();
  expect(tooLongError('abcde', 3)).toBe('Use 3 characters or fewer. You have 2 too many');
});
