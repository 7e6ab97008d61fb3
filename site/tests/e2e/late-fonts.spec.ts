import { delayFonts } from './support/fonts';
import { expect, expectAlive, test } from './support/page';

/** The largest sum of layout shifts, in the units of the browsers' "layout-shift" entries. */
const LARGEST_SHIFT = 0.01;

const PAGES = [
  '/',
  '/results?q=asthma&in=UNITED+STATES',
  '/study/NCT03974022',
  '/study/STU01014',
  '/enroll/STU01014',
  '/articles/living-with-copd',
];

// Text in another font breaks its lines elsewhere, and moves what is below it.
test.use({ viewport: { width: 360, height: 640 } });

for (const path of PAGES) {
  test(`${path} does not move when its fonts arrive late`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] });
      new PerformanceObserver((list) => {
        (window as unknown as { shifts: PerformanceEntry[] }).shifts.push(...list.getEntries());
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await delayFonts(page, 700);
    const font = page.waitForResponse('**/*.woff2');
    await page.goto(path);
    await expectAlive(page);
    await font;
    const sum = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const { shifts } = window as unknown as { shifts: { value: number }[] };
      return shifts.reduce((total, { value }) => total + value, 0);
    });
    expect(sum).toBeLessThan(LARGEST_SHIFT);
  });
}
