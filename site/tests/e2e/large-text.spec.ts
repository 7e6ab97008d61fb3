import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 390, height: 844 } });

for (const path of [
  '/',
  '/results?q=asthma&in=UNITED+STATES',
  '/study/STU01014',
  '/enroll/STU01014',
  '/medical-records',
]) {
  test(`with doubled text size nothing of ${path} is cut off on a phone`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('h1:visible').first()).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(390);
    await page.locator('.site-menu summary').click();
    const menu = await page.locator('.site-menu__list').boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
  });
}
