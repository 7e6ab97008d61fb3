// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; assets?: string[] };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = 'node_modules/.cache/client-bundle-test';
const KB = 1000;

let manifest: Record<string, Chunk>;

beforeAll(async () => {
  await build({ root: ROOT, logLevel: 'error', build: { outDir: OUT, emptyOutDir: true } });
  manifest = JSON.parse(readFileSync(join(ROOT, OUT, '.vite/manifest.json'), 'utf8'));
}, 60_000);

const chunk = (key: string) => manifest[key] as Chunk;
const content = (file: string) => readFileSync(join(ROOT, OUT, file));
const compressedSize = (file: string) => gzipSync(content(file), { level: 9 }).length;

/** The files that an island loads at once. */
function loadedBy(key: string, seen = new Set<string>()): Set<string> {
  seen.add(chunk(key).file);
  for (const next of chunk(key).imports ?? []) {
    if (!seen.has(chunk(next).file)) {
      loadedBy(next, seen);
    }
  }
  return seen;
}

function weight(...keys: string[]): number {
  const all = new Set(keys.flatMap((key) => [...loadedBy(key)]));
  return [...all].reduce((sum, file) => sum + compressedSize(file), 0);
}

describe('the entry', () => {
  it('has a stable name, is imported by no other file, and imports none itself', () => {
    expect(chunk('islands/entry.ts').file).toBe('assets/entry.js');
    expect(chunk('islands/entry.ts').imports).toBeUndefined();
    const importers = Object.entries(manifest).filter(([, { imports = [] }]) =>
      imports.includes('islands/entry.ts'),
    );
    expect(importers).toEqual([]);
  });

  it('imports every island on demand', () => {
    const islands = [
      'search-box',
      'results',
      'saved',
      'study',
      'enroll',
      'deleteme',
      'upload',
      'medical-records',
    ].map((name) => `islands/${name}/mount.tsx`);
    expect(chunk('islands/entry.ts').dynamicImports?.sort()).toEqual(
      [
        ...islands,
        'islands/assistants/assistants.ts',
        'islands/concierge/concierge.ts',
        'islands/figures/figures.ts',
        'islands/glossary/glossary-filter.ts',
        'islands/glossary/term-meanings.ts',
        'islands/nearest-site/nearest-site.ts',
        'islands/message-link/message-link.ts',
        'islands/nurse/nurse.ts',
        'islands/medical-records/records-connected.ts',
        'islands/save-print-share/save-print-share.ts',
        'islands/site-map/map-view.ts',
        'islands/scroller/scroller.ts',
        'islands/survey/survey.ts',
        'islands/thank-you/thank-you.ts',
      ].sort(),
    );
  });
});

it.each([
  ['a static page', 3, ['islands/entry.ts']],
  ['a static page with its assistants', 3, ['islands/entry.ts', 'islands/assistants/assistants.ts']],
  [
    'the home page with all of its islands except the search box',
    3.2,
    ['islands/entry.ts', 'islands/assistants/assistants.ts', 'islands/scroller/scroller.ts'],
  ],
  ['the thank-you page', 6.3, ['islands/entry.ts', 'islands/thank-you/thank-you.ts']],
  [
    'the page that leads on to records',
    4.5,
    ['islands/entry.ts', 'islands/medical-records/records-connected.ts'],
  ],
  ['sharing records', 94.5, ['islands/entry.ts', 'islands/medical-records/mount.tsx']],
  ['a trial with a survey', 6, ['islands/entry.ts', 'islands/survey/survey.ts']],
  ['the concierge', 7.9, ['islands/entry.ts', 'islands/concierge/concierge.ts']],
  ['a text with explained terms', 3.8, ['islands/entry.ts', 'islands/glossary/term-meanings.ts']],
  ['the glossary', 3.2, ['islands/entry.ts', 'islands/glossary/glossary-filter.ts']],
  ['a link in a message', 5, ['islands/entry.ts', 'islands/message-link/message-link.ts']],
  [
    'a trial with a map',
    9.1,
    ['islands/entry.ts', 'islands/nearest-site/nearest-site.ts', 'islands/site-map/map-view.ts'],
  ],
  ['the results', 90, ['islands/entry.ts', 'islands/results/mount.tsx']],
  ['saved studies', 78.5, ['islands/entry.ts', 'islands/saved/mount.tsx']],
  ['a study', 82.2, ['islands/entry.ts', 'islands/study/mount.tsx']],
  [
    'a study that is looked up',
    83,
    ['islands/entry.ts', 'islands/study/mount.tsx', 'islands/backend/study-lookup.ts'],
  ],
  [
    'the deletion page',
    87.5,
    ['islands/entry.ts', 'islands/deleteme/mount.tsx', 'islands/enroll/solve-captcha.ts'],
  ],
  ['sign-up', 107, ['islands/entry.ts', 'islands/enroll/mount.tsx', 'islands/enroll/solve-captcha.ts']],
  ['the styles', 11.3, ['styles/index.css']],
  ['the additional styles of previews', 4, ['styles/previews.css']],
])('%s: at most %d kB', (_, max, keys) => {
  expect(weight(...keys) / KB).toBeLessThanOrEqual(max);
});

it('the form of a description is loaded on demand, and adds at most 7.3 kB', () => {
  const FORM = 'islands/describe/description-form.tsx';
  expect(loadedBy('islands/search-box/mount.tsx')).not.toContain(chunk(FORM).file);
  expect(compressedSize(chunk(FORM).file) / KB).toBeLessThanOrEqual(7.3);
});

describe('the line of voice calls', () => {
  const LINE = 'islands/assistants/voice/retell-line.ts';

  it('is a chunk of its own, which only the voice assistant loads, on demand', () => {
    const names = (key: string) => (imports?: string[]) => imports?.includes(key);
    const importers = Object.entries(manifest).filter(
      ([, { imports, dynamicImports }]) => names(LINE)(imports) || names(LINE)(dynamicImports),
    );
    expect(importers.map(([key]) => key)).toEqual(['islands/assistants/voice/voice.ts']);
    expect(importers[0]?.[1].imports).not.toContain(LINE);
    const containing = Object.values(manifest).filter(({ file }) => content(file).includes('livekit'));
    expect(containing).toEqual([chunk(LINE)]);
  });

  it('has the name that browser tests replace', () => {
    expect(chunk(LINE).file).toMatch(/^assets\/retell-line-[\w-]+\.js$/);
  });

  it('adds at most 140 kB to the page', () => {
    expect(compressedSize(chunk(LINE).file) / KB).toBeLessThanOrEqual(140);
  });

  it('writes no logs and nothing to the browser’s storage', () => {
    const text = content(chunk(LINE).file).toString('utf8');
    expect(text).not.toMatch(/console\s*[.[]/);
    expect(text).not.toMatch(/localStorage\.setItem|sessionStorage/);
  });
});

it('the fonts of an English page: at most 55 kB', () => {
  const fonts = (chunk('styles/index.css').assets ?? []).filter((file) => file.includes('latin'));
  expect(fonts).toHaveLength(2);
  expect(fonts.reduce((sum, file) => sum + content(file).length, 0) / KB).toBeLessThanOrEqual(55);
});

it('no served script or style contains a credential', () => {
  const credentials = [
    /AKIA[0-9A-Z]{16}/,
    /AIza[\w-]{35}/,
    /\bBasic [A-Za-z0-9+/]{16,}={0,2}/,
    /\bBearer [A-Za-z0-9._-]{16,}/,
    /-----BEGIN [A-Z ]*PRIVATE KEY/,
    /\b[sr]k_(live|test)_\w{16,}/,
  ];
  const files = Object.values(manifest).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(8);
  const containing = files.filter((file) =>
    credentials.some((credential) => credential.test(content(file).toString('utf8'))),
  );
  expect(containing).toEqual([]);
});
