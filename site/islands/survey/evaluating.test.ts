import { describe, expect, it } from 'vitest';
import { type Answered, qualifies, unanswered } from './evaluating';

const answers = (results: Record<string, boolean[]>): Answered[] =>
  Object.entries(results).map(([id, chosen]) => ({ id, results: chosen }));

describe('a survey', () => {
  it('is answered when every question has an answer', () => {
    expect(unanswered(answers({ age: [true], stage: [], surgery: [] })).map(({ id }) => id)).toEqual([
      'stage',
      'surgery',
    ]);
    expect(unanswered(answers({ age: [false], stage: [true, true] }))).toEqual([]);
  });

  it.each<[string, Record<string, boolean[]>, boolean]>([
    ['every answer passes', { age: [true], stage: [true] }, true],
    ['one answer fails', { age: [true], stage: [false] }, false],
    ['one of several chosen answers fails', { age: [true], stage: [true, false] }, false],
  ])('where %s decides', (_, results, passed) => {
    expect(qualifies(answers(results))).toBe(passed);
  });

  it.each<[string, boolean[], boolean[], boolean]>([
    ['race passes, and no risk is there', [true], [false], true],
    ['race passes, and a risk is there', [true], [true], true],
    ['race fails, and a risk is there', [false], [true, true], true],
    ['race fails, and no risk is there', [false], [false], false],
    ['race fails, and a risk stands beside none', [false], [true, false], false],
  ])('lets risks count in the place of race where %s', (_, race, risks, passed) => {
    const special = { when: 'race', use: 'risk-conditions' };
    const others = { 'positive-test': [true] };
    expect(qualifies(answers({ ...others, race, 'risk-conditions': risks }), special)).toBe(passed);
    expect(qualifies(answers({ 'positive-test': [false], race, 'risk-conditions': risks }), special)).toBe(
      false,
    );
  });
});
