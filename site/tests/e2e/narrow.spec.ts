import { expect, test } from './support/page';

const PAGES = [
  '/',
  '/about',
  '/privacy',
  '/results?q=cancer&in=UNITED+STATES',
  '/study/STU01009',
  '/study/NCT03974022',
  '/enroll/STU01009',
  '/enroll/STU01026',
];

test.use({ viewport: { width: 320, height: 640 } });

for (const path of PAGES) {
  test(`${path} is read without scrolling sideways on a very narrow screen`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.getByText('Loading ...')).toHaveCount(0);
    const surplus = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(surplus).toBe(0);
  });
}
