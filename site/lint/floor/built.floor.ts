import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { styleFaults } from './css.ts';
import { scriptFaults } from './script.ts';
import { isTolerated } from './tolerated.ts';

/** The folders of built files: bundles, and pages with the stylesheets of their brands. */
const FOLDERS = (process.env.WAYPOINT_BUILT ?? 'dist/client').split(delimiter);

function built(ending: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(ending))
      .map((path) => join(folder, path)),
  );
}

/** Removes duplicates: several folders contain the same files. */
function distinct(paths: string[]): [path: string, content: string][] {
  const contents = new Map(paths.map((path) => [readFileSync(path, 'utf8'), path]));
  return [...contents].map(([content, path]) => [path, content]);
}

const styles = distinct(built('.css'));
const scripts = distinct(built('.js'));

describe('built files work in every browser of the floor', () => {
  it('include styles and scripts', () => {
    expect(styles.length).toBeGreaterThan(1);
    expect(scripts.length).toBeGreaterThan(20);
  });

  it.each(styles)('%s', (_, css) => {
    expect(styleFaults(css).filter(({ feature }) => !isTolerated(feature))).toEqual([]);
  });

  it.each(scripts)('%s', (_, code) => {
    expect(scriptFaults(code).filter(({ feature }) => !isTolerated(feature))).toEqual([]);
  });
});
