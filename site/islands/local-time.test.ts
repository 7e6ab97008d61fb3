import { afterEach, expect, it, vi } from 'vitest';
import { localTime, utcOffset } from './local-time';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['America/New_York', '2026-03-03T21:12:00Z', 'March 3, 2026 at 4:12 PM'],
  ['America/New_York', '2026-03-04T04:59:59.5Z', 'March 3, 2026 at 11:59 PM'],
  ['America/New_York', '2026-07-04T04:05:00Z', 'July 4, 2026 at 12:05 AM'],
  ['Asia/Kolkata', '2026-12-31T18:30:00Z', 'January 1, 2027 at 12:00 AM'],
  ['Pacific/Auckland', '2026-03-02T23:00:00Z', 'March 3, 2026 at 12:00 PM'],
  ['UTC', '2026-03-03T09:01:00Z', 'March 3, 2026 at 9:01 AM'],
])('in %s, %s is %s', (zone, moment, expected) => {
  vi.stubEnv('TZ', zone);
  expect(localTime(moment)).toBe(expected);
});

it.each([
  ['America/New_York', '2026-03-03T21:12:00Z', 'UTC−5'],
  ['America/New_York', '2026-07-04T04:05:00Z', 'UTC−4'],
  ['Asia/Kolkata', '2026-12-31T18:30:00Z', 'UTC+5:30'],
  ['America/St_Johns', '2026-12-31T18:30:00Z', 'UTC−3:30'],
  ['UTC', '2026-03-03T09:01:00Z', 'UTC'],
])('the offset in %s at %s is %s', (zone, moment, expected) => {
  vi.stubEnv('TZ', zone);
  expect(utcOffset(moment)).toBe(expected);
});
