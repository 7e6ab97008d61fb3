import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { FLOOR } from '../../floor.ts';

/** A feature of MDN's compatibility data that a browser of the floor lacks. */
export type Lacking = {
  /** Its place in the data, such as `css.selectors.has`. */
  feature: string;
  /** The browsers of the floor that lack it, with the version that has it. */
  browsers: string;
};

/** A browser of the floor with its version. */
type FloorBrowser = [name: keyof typeof FLOOR, version: string];

/** MDN's compatibility data, read as a file: it has 20 MB, which a bundler takes long to look through. */
const DATA = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as Identifier;

const BROWSERS = Object.entries(FLOOR) as FloorBrowser[];

/** Finds a feature by its place in the data; nothing when the data does not know it. */
export function featureAt(...path: string[]): Identifier | undefined {
  let here: Identifier | undefined = DATA;
  for (const name of path) {
    here = here && Object.hasOwn(here, name) ? (here[name] as Identifier) : undefined;
  }
  return here;
}

/** What the floor lacks of a feature; null when all browsers have it, or when the data does not know it. */
export function lacking(...path: string[]): Lacking | null {
  const compat = featureAt(...path)?.__compat;
  if (!compat) {
    return null;
  }
  const without = BROWSERS.filter((browser) => !hasFeature(compat, browser));
  return without.length === 0
    ? null
    : {
        feature: path.join('.'),
        browsers: without.map(([name]) => `${name} ${since(compat, name)}`).join(', '),
      };
}

/** Whether a browser of the floor has a feature without a prefix, another name, or a setting. */
function hasFeature(compat: CompatStatement, [name, version]: FloorBrowser): boolean {
  return statements(compat, name).some((statement) => {
    const { prefix, alternative_name, flags, version_added, version_removed } = statement;
    const plain = !prefix && !alternative_name && !flags;
    return plain && isFrom(version_added, version) && !isFrom(version_removed, version);
  });
}

function statements(compat: CompatStatement, name: keyof typeof FLOOR): SimpleSupportStatement[] {
  return [compat.support[name] ?? []].flat();
}

/** The version that brought a feature, as the data writes it. */
function since(compat: CompatStatement, name: keyof typeof FLOOR): string {
  const [newest] = statements(compat, name);
  return newest?.version_added ? `(from ${newest.version_added})` : '(never)';
}

/** Whether something that came with one version is in another. */
function isFrom(added: string | boolean | null | undefined, version: string): boolean {
  if (typeof added !== 'string' || added === 'preview') {
    return added === true;
  }
  return compare(added.replace('≤', ''), version) <= 0;
}

function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
