import type { Page } from '@playwright/test';

/** The fonts of a page, which a browser on a slow connection does without until the next page. */
const FONTS = '**/*.woff2';

/** Makes the page wait for its fonts, so that its measures don't depend on how fast they arrive. */
export const waitForFonts = (page: Page): Promise<unknown> =>
  page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/font-display:\s*optional/g, 'font-display:block');
    await route.fulfill({ response, body });
  });

/** Lets the fonts of the page arrive late, as on a slow connection. */
export const delayFonts = (page: Page, milliseconds: number): Promise<unknown> =>
  page.route(FONTS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });
