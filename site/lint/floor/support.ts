import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { FLOOR } from '../../floor.ts';

/** A feature in MDN's compatibility data that a browser of the floor lacks. */
export type MissingFeature = {
  /** Its place in the data, such as `css.selectors.has`. */
  feature: string;
  /** The browsers of the floor that lack it, with the version that introduced it. */
  browsers: string;
};

/** A browser of the floor with its version. */
type FloorBrowser = [name: keyof typeof FLOOR, version: string];

/** MDN's compatibility data. It is read from disk, because bundling 20 MB takes long. */
const DATA = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as Identifier;

const BROWSERS = Object.entries(FLOOR) as FloorBrowser[];

/** Finds a feature by its place in the data, or returns undefined. */
export function featureAt(...path: string[]): Identifier | undefined {
  let current: Identifier | undefined = DATA;
  for (const name of path) {
    current = current && Object.hasOwn(current, name) ? (current[name] as Identifier) : undefined;
  }
  return current;
}

/** Which browsers of the floor lack a feature. Null if none do, or if the feature is unknown. */
export function missingFeature(...path: string[]): MissingFeature | null {
  const compat = featureAt(...path)?.__compat;
  if (!compat) {
    return null;
  }
  const browsers = BROWSERS.filter((browser) => !hasFeature(compat, browser));
  return browsers.length === 0
    ? null
    : {
        feature: path.join('.'),
        browsers: browsers.map(([name]) => `${name} ${since(compat, name)}`).join(', '),
      };
}

/** Whether a browser of the floor has a feature without a prefix, another name, or a flag. */
function hasFeature(compat: CompatStatement, [name, version]: FloorBrowser): boolean {
  return statementsFor(compat, name).some((statement) => {
    const { prefix, alternative_name, flags, version_added, version_removed } = statement;
    const plain = !prefix && !alternative_name && !flags;
    return plain && isFrom(version_added, version) && !isFrom(version_removed, version);
  });
}

function statementsFor(compat: CompatStatement, name: keyof typeof FLOOR): SimpleSupportStatement[] {
  return [compat.support[name] ?? []].flat();
}

/** The version that introduced a feature. */
function since(compat: CompatStatement, name: keyof typeof FLOOR): string {
  const [newest] = statementsFor(compat, name);
  return newest?.version_added ? `(from ${newest.version_added})` : '(never)';
}

/** Whether a version includes something added in another version. */
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
