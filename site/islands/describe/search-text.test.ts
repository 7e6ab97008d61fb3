import { expect, it } from 'vitest';
import { searchText } from './search-text';

it('the words of a search are the condition, its markers, and the conditions to leave out', () => {
  expect(searchText({ name: 'Breast Cancer', markers: ['HER2-negative'] }, ['Diabetes'])).toBe(
    'Breast Cancer HER2-negative, no Diabetes',
  );
});

it('what would make a search longer than 200 characters is not in it', () => {
  const long = 'x'.repeat(194);
  expect(searchText({ name: 'Asthma', markers: [long, 'ALK'] }, ['Flu'])).toBe('Asthma ALK, no Flu');
});
