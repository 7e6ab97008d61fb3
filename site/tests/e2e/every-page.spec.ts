import { builtPages } from './support/built-pages';
import { expect, expectAccessible, expectAlive, type Page, quickTest as test } from './support/page';

/** One page of each kind. With `cargo xtask test --every-page`, all pages except previews, of which each study has six. */
const EVERY_PAGE = process.env.WAYPOINT_EVERY_PAGE !== undefined;
const PAGES = builtPages().filter(({ preview, first_of_kind }) => first_of_kind || (EVERY_PAGE && !preview));
const DESKTOP = { width: 1280, height: 900 };
const VERY_NARROW = { width: 320, height: 640 };

/** Opens a page and waits until it is loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectAlive(page);
  await expect(page.locator('.loading').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** How far a page scrolls sideways, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

for (const { path, missing, first_of_kind } of PAGES) {
  test.describe(path, () => {
    test.use({ expectedErrors: missing ? [/404/] : [] });

    test('is accessible on a phone and fits a very narrow screen', async ({ page }) => {
      await open(page, path);
      await expectAccessible(page);
      await page.setViewportSize(VERY_NARROW);
      expect(await overflow(page)).toBe(0);
    });

    if (first_of_kind) {
      test('is accessible on a desktop', async ({ page }) => {
        await page.setViewportSize(DESKTOP);
        await open(page, path);
        await expectAccessible(page);
        expect(await overflow(page)).toBe(0);
      });
    }
  });
}

test('every page has a heading and text without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: process.env.WAYPOINT_URL ?? '', javaScriptEnabled: false });
  for (const { path } of PAGES) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect.soft(main.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect.soft(main.locator('.loading').filter({ visible: true }), path).toHaveCount(0);
    const text = (await main.innerText()).length;
    expect.soft(text, `${path} has text`).toBeGreaterThan(100);
  }
});
