import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages } from '../e2e/support/built-pages';
import { waitForFonts } from '../e2e/support/fonts';
import { expect, expectAlive, test } from '../e2e/support/page';

const PAGES = builtPages().filter(({ copy, preview, first_of_kind }) => !copy && (!preview || first_of_kind));
/** The maximum height of a picture. Longer pages are cut off, and only one page includes the footer, to save space. */
const MAX_HEIGHT = 6000;
/** The share of pixels that may differ. */
const TOLERANCE = 0.002;

const pictureOf = (file: string) => file.replace(/html$/, 'png');

for (const { file, path, missing } of PAGES) {
  test.describe(file, () => {
    test.use({ expectedErrors: missing ? [/404/] : [] });

    test('looks unchanged', async ({ page }) => {
      // Random choices must be the same every time.
      await page.addInitScript(() => {
        Math.random = () => 0;
      });
      await waitForFonts(page);
      await page.goto(path);
      await expectAlive(page);
      const loadingCount = file === 'loading.html' ? 1 : 0;
      await expect(page.getByText('Loading ...').filter({ visible: true })).toHaveCount(loadingCount);
      const { width, height } = await page.evaluate(async () => {
        await document.fonts.ready;
        const footer = location.pathname === '/' ? null : document.querySelector('body > footer');
        const end = footer?.getBoundingClientRect().top ?? document.documentElement.scrollHeight;
        return { width: innerWidth, height: Math.round(end) };
      });
      await expect(page).toHaveScreenshot(pictureOf(file).split('/'), {
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
        scale: 'device',
        animations: 'disabled',
        maxDiffPixelRatio: TOLERANCE,
      });
    });
  });
}

test('every picture belongs to an existing page', () => {
  const { snapshotDir, project } = test.info();
  const folder = join(snapshotDir, 'pictures', project.name);
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const known = PAGES.map(({ file }) => pictureOf(file));
  expect(files.filter((name) => name.endsWith('.png') && !known.includes(name))).toEqual([]);
});
