import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages } from '../e2e/support/built-pages';
import { expect, expectAlive, test } from '../e2e/support/page';

const PAGES = builtPages().filter(({ copy, preview, first_of_kind }) => !copy && (!preview || first_of_kind));
/** A longer page is cut, and the footer, the same everywhere, is on one picture alone: pictures have to stay light. */
const LONGEST = 6000;
/** The part of a picture that may differ before it counts. */
const TOLERANCE = 0.002;

const pictureOf = (file: string) => file.replace(/html$/, 'png');

for (const { file, path, missing } of PAGES) {
  test.describe(file, () => {
    test.use({ expectedErrors: missing ? [/404/] : [] });

    test('looks as it did', async ({ page }) => {
      // What is chosen by chance is chosen alike.
      await page.addInitScript(() => {
        Math.random = () => 0;
      });
      await page.goto(path);
      await expectAlive(page);
      const onTheWay = file === 'loading.html' ? 1 : 0;
      await expect(page.getByText('Loading ...').filter({ visible: true })).toHaveCount(onTheWay);
      const { width, height } = await page.evaluate(async () => {
        await document.fonts.ready;
        const footer = location.pathname === '/' ? null : document.querySelector('body > footer');
        const end = footer?.getBoundingClientRect().top ?? document.documentElement.scrollHeight;
        return { width: innerWidth, height: Math.round(end) };
      });
      await expect(page).toHaveScreenshot(pictureOf(file).split('/'), {
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, LONGEST) },
        scale: 'device',
        animations: 'disabled',
        maxDiffPixelRatio: TOLERANCE,
      });
    });
  });
}

test('every picture is of a page that there is', () => {
  const { snapshotDir, project } = test.info();
  const folder = join(snapshotDir, 'pictures', project.name);
  const kept = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const known = PAGES.map(({ file }) => pictureOf(file));
  expect(kept.filter((name) => name.endsWith('.png') && !known.includes(name))).toEqual([]);
});
