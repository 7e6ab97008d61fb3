import { expect, expectAlive, test } from './support/page';

const ADDRESS = process.env.WAYPOINT_DEVELOPMENT_URL ?? '';

/** React's development build logs hydration mismatches to the console, which fail the test. */
test.use({ baseURL: ADDRESS });

for (const path of [
  '/',
  '/results?q=asthma&in=UNITED+STATES',
  '/study/STU01014',
  '/study/NCT03974022',
  '/enroll/STU01009',
  '/enroll/STU01014/ps?city=York&state=PA&country=United+States',
]) {
  test(`${path} hydrates without a mismatch`, async ({ page }) => {
    await page.goto(path);
    await expectAlive(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    const bundles = await Promise.all(
      scripts.filter((name) => name.endsWith('.js')).map(async (name) => (await fetch(name)).text()),
    );
    expect(bundles.join('')).toContain('Hydration failed because');
  });
}
