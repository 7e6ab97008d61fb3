import { expect, it } from 'vitest';
import { visible } from './visible';

it.each([
  ['\u200b', ''],
  ['\u2066\u2069', ''],
  ['\u3164', ''],
  ['\u200d', ''],
  ['\u2800 ', ''],
  ['ma\u200bria\u0000', 'maria'],
  ['\u202a216\u2011555\u202c', '216\u2011555'],
  ['one\r\ntwo\tthree', 'one\ntwo\tthree'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['Núñez', 'Núñez'],
])('%j becomes %j', (typed, expected) => {
  expect(visible(typed)).toBe(expected);
});
