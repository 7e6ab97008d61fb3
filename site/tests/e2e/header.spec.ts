import type { Page } from '@playwright/test';
import { waitForFonts } from './support/fonts';
import { expect, test } from './support/page';

/** The range of phone widths whose header has no room for an open menu. */
const [NARROWEST, WIDEST] = [320, 447];
const HEIGHT = 844;

const PARTNER_PAGES = ['/kira', '/mosaic', '/vlu'];
const PAGES = [
  '/',
  '/results?q=asthma&in=UNITED+STATES',
  '/study/STU01014',
  '/enroll/STU01014',
  '/about',
  ...PARTNER_PAGES,
];

/** The widths at which a check of the header fails. */
async function failingWidths(page: Page, check: () => boolean): Promise<number[]> {
  const failing: number[] = [];
  for (let width = NARROWEST; width <= WIDEST; width += 1) {
    await page.setViewportSize({ width, height: HEIGHT });
    if (!(await page.evaluate(check))) {
      failing.push(width);
    }
  }
  return failing;
}

/** Whether the header's brand, partner, menu, and button are in one row, and not cut off. */
function isOneRow(): boolean {
  const header = document.querySelector('.site-header__inner');
  const parts = ['.brand', '.partner', '.site-menu__summary', '.site-nav > .button'].flatMap((part) => {
    const box = header?.querySelector(part)?.getBoundingClientRect();
    return box && box.width > 0 ? [box] : [];
  });
  const [brand] = parts;
  const middle = brand ? (brand.top + brand.bottom) / 2 : 0;
  const isRow = parts.every((box, place) => {
    const isLevel = Math.abs((box.top + box.bottom) / 2 - middle) <= 2;
    const isBeside = box.left >= (parts[place - 1]?.right ?? 0) && box.right <= innerWidth;
    return isLevel && isBeside;
  });
  const name = header?.querySelector('.brand__name');
  const isWhole =
    name instanceof HTMLElement && name.scrollWidth <= Math.ceil(name.getBoundingClientRect().width);
  return parts.length >= 2 && isRow && isWhole && (header?.clientHeight ?? 0) < 72;
}

for (const path of PAGES) {
  test(`the header of ${path} takes one row on every phone`, async ({ page }) => {
    await waitForFonts(page);
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    expect(await failingWidths(page, isOneRow)).toEqual([]);
  });
}

for (const path of PARTNER_PAGES) {
  test(`the header of ${path} shows the logo of the partner on every phone`, async ({ page }) => {
    await page.goto(path);
    const isShown = () => {
      const { width = 0, height = 0 } = document.querySelector('.partner svg')?.getBoundingClientRect() ?? {};
      return width >= 24 && height >= 24;
    };
    expect(await failingWidths(page, isShown)).toEqual([]);
    await expect(page.locator('.partner')).toHaveText(/^with\s*\S/);
  });
}

test('with doubled text size the header is not cut off on any phone', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    return document.fonts.ready;
  });
  const isWhole = () =>
    document.documentElement.scrollWidth <= innerWidth &&
    [...document.querySelectorAll('.brand, .brand__name, .site-menu__summary, .site-nav > .button')].every(
      (part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width === 0 || (left >= 0 && right <= innerWidth);
      },
    );
  expect(await failingWidths(page, isWhole)).toEqual([]);
});
