// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function files(folder: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(ROOT, folder, path), 'utf8') }));
}

const source = files('islands', /\.tsx?$/).filter(({ path }) => !path.includes('.test.'));
const filesWith = (rule: RegExp) => source.filter(({ text }) => rule.test(text)).map(({ path }) => path);

describe('the source of the islands', () => {
  it('uses no locale, except for the time zone of the device', () => {
    expect(filesWith(/\bIntl\b|\.toLocale\w*\(|\.localeCompare\(/)).toEqual(['islands/enroll/time-zone.ts']);
  });

  it('sets no style attribute and no HTML from a string', () => {
    expect(
      filesWith(/\bstyle=\{|dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/),
    ).toEqual([]);
  });

  it('evaluates no string and creates no worker', () => {
    expect(filesWith(/\beval\(|new Function\(|new Worker\(|createObjectURL/)).toEqual([]);
  });

  it('writes no logs', () => {
    expect(filesWith(/console\./)).toEqual([]);
  });

  it('keeps every file below 400 lines', () => {
    const long = [...files('islands', /\.tsx?$/), ...files('styles', /\.css$/)].filter(
      ({ text }) => text.split('\n').length > 400,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

it('storage is only accessed where the stored keys are named', () => {
  expect(filesWith(/localStorage|sessionStorage/).sort()).toEqual([
    'islands/assistants/chat/stored-chat.ts',
    'islands/backend/sent-form.ts',
    'islands/enroll/sign-up-form.ts',
    'islands/enroll/sign-up-storage.ts',
    'islands/medical-records/shared-keys.ts',
    'islands/saved/saved-studies.ts',
    'islands/search-memory.ts',
    'islands/start-up/way-back.ts',
    'islands/upload-status.ts',
  ]);
});

it('every motion depends on prefers-reduced-motion', () => {
  for (const { path, text } of files('styles', /\.css$/)) {
    const outside = text.replace(/@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?\n\}/g, '');
    expect(outside, path).not.toMatch(/\banimation:|\btransition:|scroll-behavior:/);
  }
});
