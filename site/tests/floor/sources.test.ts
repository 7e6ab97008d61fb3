// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FLOOR } from '../../floor';
import { styleFaults } from '../../lint/floor/css';
import { markupFaults } from '../../lint/floor/markup';
import { isTolerated, TOLERATED } from '../../lint/floor/tolerated';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const sheets = filesOf('styles', '.css').map(({ path, text }) => ({ path, faults: styleFaults(text) }));
const templates = filesOf('templates', '.html').map(({ path, text }) => ({
  path,
  faults: markupFaults(text),
}));

function filesOf(folder: string, ending: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), 'utf8') }));
}

describe('the styles and templates', () => {
  it.each([...sheets, ...templates])('of $path work in every browser of the floor', ({ faults }) => {
    expect(faults.filter(({ feature }) => !isTolerated(feature))).toEqual([]);
  });

  it('use everything that is tolerated', () => {
    const used = [...sheets, ...templates].flatMap(({ faults }) => faults.map(({ feature }) => feature));
    const unused = Object.keys(TOLERATED).filter(
      (entry) => !used.some((feature) => feature === entry || feature.startsWith(`${entry}.`)),
    );
    expect(unused).toEqual([]);
  });
});

it('the README states the floor', () => {
  const readme = readFileSync(join(ROOT, '../README.md'), 'utf8');
  expect(readme).toContain(
    `iOS ${FLOOR.safari_ios}, Safari ${FLOOR.safari}, Chrome ${FLOOR.chrome}, Edge ${FLOOR.edge}, and Firefox ${FLOOR.firefox}`,
  );
});
