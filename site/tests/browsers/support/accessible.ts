import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Visitor } from './visitor';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations that axe found: the rules and their targets. */
type Violations = { id: string; targets: string[] }[];

/** Fails if axe finds a violation on the page. */
export async function expectAccessible({ driver }: Visitor): Promise<void> {
  await driver.run(`if (!window.axe) { ${AXE} } return true;`);
  await driver.run(
    `window.axeFound = null;
    axe.run(document, { resultTypes: ['violations'], iframes: false }).then(
      ({ violations }) => {
        window.axeFound = violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }));
      },
      (error) => { window.axeFound = [{ id: String(error), targets: [] }]; },
    );
    return true;`,
  );
  let found: Violations | null = null;
  await expect
    .poll(
      async () => {
        found = await driver.run<Violations | null>('return window.axeFound || null');
        return found !== null;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  expect(found).toEqual([]);
}
