// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryOfFloor } from '../../lint/floor/library';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/floor');
const WAIT = 120_000;

/** The folder of TypeScript's library files, in the compiler's package for this machine. */
function library(): string {
  const require = createRequire(join(ROOT, 'node_modules/typescript/package.json'));
  const compiler = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  return join(dirname(require.resolve(compiler)), 'lib');
}

/** Type-checks files against the library of the floor. Returns one error per line. */
function errorsIn(
  name: string,
  files: { include?: string[]; exclude?: string[]; files?: string[] },
): string[] {
  const project = join(CACHE, `${name}.json`);
  const options = { noLib: true, lib: null, noEmit: true, types: ['vite/client'], paths: {} };
  writeFileSync(
    project,
    JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions: options, include: [], ...files }),
  );
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(compiler, ['--project', project, '--pretty', 'false'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

const LIBRARY = readdirSync(library()).filter(
  (file) =>
    /^lib\.(es\d|esnext|dom|decorators)[\w.]*\.d\.ts$/.test(file) && !/\.full\.|asynciterable/.test(file),
);

beforeAll(() => {
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  for (const file of LIBRARY) {
    writeFileSync(join(CACHE, file), libraryOfFloor(readFileSync(join(library(), file), 'utf8')));
  }
});

/** Scripts, and the feature that the type check finds missing. */
const LACKING = [
  ["URL.canParse('https://waypoint.example')", 'URL.canParse'],
  ['[2, 1].toSorted()', 'toSorted'],
  ['[2, 1].toReversed()', 'toReversed'],
  ['[2, 1].with(0, 1)', 'with'],
  ["Object.groupBy([1], () => 'all')", 'groupBy'],
  ['Promise.withResolvers<void>()', 'withResolvers'],
  ['Array.fromAsync([1])', 'fromAsync'],
  ['AbortSignal.any([])', 'any'],
  ['AbortSignal.timeout(1)', 'timeout'],
  ['document.body.checkVisibility()', 'checkVisibility'],
  ['requestIdleCallback(() => {})', 'requestIdleCallback'],
  ["new URLSearchParams('').size > 0", 'size'],
  ['new Set([1]).union(new Set([2]))', 'union'],
  ['document.startViewTransition(() => {})', 'startViewTransition'],
  ['document.body.showPopover()', 'showPopover'],
  ["new CompressionStream('gzip')", 'CompressionStream'],
  ["'a'.isWellFormed()", 'isWellFormed'],
  ['Response.json({})', 'json'],
];

const KNOWN = [
  'structuredClone({ a: 1 })',
  '[1, 2].findLast((one) => one > 1)',
  '[1].at(-1)?.toFixed()',
  "Object.hasOwn({}, 'a')",
  "'a'.replaceAll('a', 'b')",
  'document.createElement("dialog").showModal()',
  'document.body.replaceChildren()',
  'crypto.randomUUID?.()',
  'window.requestIdleCallback?.(() => {})',
  "URL.canParse?.('x')",
];

describe('types of the floor', () => {
  it(
    'lack everything that a browser of the floor lacks, unless a script checks for it first',
    () => {
      const write = (name: string, lines: string[]) => {
        const path = join(CACHE, name);
        writeFileSync(path, `${lines.map((line) => `void (${line});`).join('\n')}\nexport {};\n`);
        return path;
      };
      const lacking = write(
        'lacking.ts',
        LACKING.map(([line = '']) => line),
      );
      const files: string[] = [
        ...LIBRARY.map((file) => join(CACHE, file)),
        lacking,
        write('known.ts', KNOWN),
      ];
      const errors = errorsIn('examples', { files });
      const lines = new Set(errors.map((error) => Number(/lacking\.ts\((\d+),/.exec(error)?.[1])));
      expect(errors.filter((error) => !error.includes('lacking.ts'))).toEqual([]);
      expect(LACKING.filter((_, index) => !lines.has(index + 1))).toEqual([]);
    },
    WAIT,
  );

  it(
    'cover everything that the islands use',
    () => {
      const files = LIBRARY.map((file) => join(CACHE, file));
      const errors = errorsIn('islands', {
        files,
        include: [join(ROOT, 'islands')],
        exclude: [join(ROOT, 'islands/**/*.test.*'), join(ROOT, 'islands/entry-server.tsx')],
      });
      expect(errors).toEqual([]);
    },
    WAIT,
  );
});
