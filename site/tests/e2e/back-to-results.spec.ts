import type { Page } from '@playwright/test';
import { expect, test } from './support/page';

const SEARCH = '/results?q=cancer&in=UNITED+STATES&age=50&page=2';

/** Whether Back reloaded the page. The back-forward cache would restore the place by itself. */
function isReloaded(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return visit?.type === 'back_forward';
  });
}

function distanceFromTop(page: Page, path: string): Promise<number> {
  return page.evaluate(
    (href) => document.querySelector(`.cards a[href="${href}"]`)?.getBoundingClientRect().top ?? -1,
    path,
  );
}

test('Back from a study returns to the same place in the results', async ({ page }) => {
  await page.goto(SEARCH);
  const links = page.locator('.cards .study-card__link');
  await expect(links.nth(6)).toBeVisible();
  const path = (await links.nth(6).getAttribute('href')) ?? '';
  await links.nth(6).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 150));
  const [top, scrolled] = [await distanceFromTop(page, path), await page.evaluate(() => scrollY)];
  expect(scrolled).toBeGreaterThan(500);
  await links.nth(6).click();
  await expect(page).toHaveURL(new RegExp(path));

  await page.goBack();
  await expect(page).toHaveURL(SEARCH);
  await expect(links.nth(6)).toBeFocused();
  expect(await isReloaded(page)).toBe(true);
  expect(Math.abs((await distanceFromTop(page, path)) - top)).toBeLessThanOrEqual(2);
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThanOrEqual(2);
});

test('Back from a header page returns to the same place in the results', async ({ page }) => {
  await page.goto(SEARCH);
  const link = page.locator('.cards .study-card__link').nth(4);
  await expect(link).toBeVisible();
  const path = (await link.getAttribute('href')) ?? '';
  await page.evaluate(() => document.fonts.ready);
  await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // The place is stored after a pause in scrolling.
  const isKept = () => page.evaluate(() => Boolean(history.state?.place));
  await expect.poll(isKept).toBe(true);
  const top = await distanceFromTop(page, path);
  await page.goto('/about');

  await page.goBack();
  await expect(link).toBeVisible();
  expect(await isReloaded(page)).toBe(true);
  await expect.poll(async () => Math.abs((await distanceFromTop(page, path)) - top)).toBeLessThanOrEqual(2);
  await expect(link).not.toBeFocused();
});

test('a new visit to a search starts at its top', async ({ page }) => {
  await page.goto(SEARCH);
  const first = page.locator('.cards .study-card__link').first();
  await first.click();
  await expect(page).toHaveURL(/\/study\//);
  await page.goto(SEARCH);
  await expect(first).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
