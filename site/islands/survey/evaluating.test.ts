import { describe, expect, it } from 'vitest';
import { type QuestionResults, qualifies, unanswered } from './evaluating';

const answers = (results: Record<string, boolean[]>): QuestionResults[] =>
  Object.entries(results).map(([id, chosen]) => ({ id, results: chosen }));

describe('a survey', () => {
  it('is complete when every question has an answer', () => {
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
  ])('passes or fails where %s', (_, results, passed) => {
    expect(qualifies(answers(results))).toBe(passed);
  });

  it.each<[string, boolean[], boolean[], boolean]>([
    ['race passes without a risk', [true], [false], true],
    ['race passes with a risk', [true], [true], true],
    ['race fails with a risk', [false], [true, true], true],
    ['race fails without a risk', [false], [false], false],
    ['race fails with both a risk and “none”', [false], [true, false], false],
  ])('counts risks instead of race where %s', (_, race, risks, passed) => {
    const special = { when: 'race', use: 'risk-conditions' };
    const others = { 'positive-test': [true] };
    expect(qualifies(answers({ ...others, race, 'risk-conditions': risks }), special)).toBe(passed);
    expect(qualifies(answers({ 'positive-test': [false], race, 'risk-conditions': risks }), special)).toBe(
      false,
    );
  });
});
