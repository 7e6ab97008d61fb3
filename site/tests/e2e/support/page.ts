import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';

/** Replaces a partner's page in a frame, because tests make no requests to other sites. */
const PARTNERS_PAGE = {
  contentType: 'text/html',
  body: '<!doctype html><html lang="en"><title>Partner</title><h1>Partner</h1></html>',
};

/** The complaints of a page, and its requests to other sites. */
type Watch = { complaints: string[]; strangers: string[] };

/** A test that fails if its page logs an error or a warning, or calls another site. */
export const test = base.extend<{ expectedErrors: RegExp[]; expectedStrangers: (string | RegExp)[] }>({
  expectedErrors: [[], { option: true }],
  expectedStrangers: [[], { option: true }],
  page: async ({ page, baseURL, expectedErrors, expectedStrangers }, use) => {
    const watch = await watchPage(page, baseURL);
    await use(page);
    expectQuiet(watch, expectedErrors, expectedStrangers);
  },
});

/** The same test, but all tests of a worker share one page, which is much faster. */
export const quickTest = test.extend<object, { shared: { page: Page; watch: Watch } }>({
  shared: [
    async ({ browser }, use) => {
      const baseURL = process.env.WAYPOINT_URL ?? '';
      const page = await browser.newPage({ baseURL, hasTouch: true });
      await use({ page, watch: await watchPage(page, baseURL) });
    },
    { scope: 'worker' },
  ],
  page: async ({ shared: { page, watch }, viewport, expectedErrors }, use) => {
    await page.goto('about:blank');
    watch.complaints.length = 0;
    watch.strangers.length = 0;
    await page.setViewportSize(viewport ?? { width: 390, height: 844 });
    await use(page);
    expectQuiet(watch, expectedErrors);
  },
});

/** Records the complaints and the requests of a page. */
async function watchPage(page: Page, baseURL = ''): Promise<Watch> {
  const watch: Watch = { complaints: [], strangers: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      watch.complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => watch.complaints.push(error.message));
  page.on('request', (request) => {
    if (isStrange(request.url(), baseURL) && !isFrame(request)) {
      watch.strangers.push(request.url());
    }
  });
  // The browser logs most policy violations, but not all.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportError(new Error(`forbidden by ${violatedDirective}: ${blockedURI}`)),
    ),
  );
  await page.route(
    (url) => isStrange(url.href, baseURL),
    (route) => (isFrame(route.request()) ? route.fulfill(PARTNERS_PAGE) : route.continue()),
  );
  return watch;
}

function expectQuiet(
  { complaints, strangers }: Watch,
  expectedErrors: RegExp[],
  expectedStrangers: (string | RegExp)[] = [],
): void {
  expect(complaints.filter((text) => !expectedErrors.some((known) => known.test(text)))).toEqual([]);
  // A regular expression allows any number of requests; a string requires exactly one.
  const others = strangers.filter(
    (url) => !expectedStrangers.some((known) => known instanceof RegExp && known.test(url)),
  );
  expect(others).toEqual(expectedStrangers.filter((known) => typeof known === 'string'));
}

function isStrange(url: string, baseURL: string): boolean {
  return baseURL !== '' && !url.startsWith(baseURL) && !url.startsWith('data:') && url !== 'about:blank';
}

/** Whether a request loads a page in a frame. The policy restricts these pages. */
function isFrame(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() !== null;
}

export { expect, type Page };

/** Addresses of pages that the server fills, with the built page of each. */
const FILLED: [RegExp, string][] = [
  [/^\/results$/i, 'results'],
  [/^\/(study|trialdetails)\/nct/i, 'study'],
];

/** Serves the built pages of results and registry studies, as the CDN does when their functions fail. */
export async function leavePagesUnfilled(page: Page): Promise<void> {
  for (const [path, built] of FILLED) {
    await page.route(
      (url) => path.test(url.pathname),
      async (route) => {
        const url = new URL(`/unfilled/${built}`, route.request().url()).href;
        await route.fulfill({ response: await route.fetch({ url }) });
      },
    );
  }
}

/** Fails if axe finds a violation on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // The default mode opens a second page for frames each time, which our pages don't need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }))).toEqual([]);
}

/** Waits until the page's islands are hydrated. Those that wait for the visitor are woken. */
export async function expectAlive(page: Page): Promise<void> {
  const wake = (waiting: (HTMLElement | SVGElement)[]) => {
    for (const island of waiting) {
      island.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    }
  };
  // Repeated, because the page may be replaced by the next one at any time.
  await expect(async () => {
    await page.locator('[data-when="later"]:not([data-alive])').evaluateAll(wake);
    await expect(page.locator('[data-island]:not([data-alive])')).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

/** Fails if the page is wider than a narrow screen of 320 pixels. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize(before ?? { width: 1280, height: 800 });
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target}`);
}

/** Moves to an element by Tab and types into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Moves to a checkbox or radio button by Tab and arrow keys, and selects it. */
export async function choose(page: Page, target: Locator): Promise<void> {
  if ((await target.getAttribute('type')) === 'radio') {
    const group = page.locator(`input[name="${await target.getAttribute('name')}"]`);
    await tabTo(page, group.first());
    await page.keyboard.press('Space');
    for (let presses = 0; !(await target.isChecked()) && presses < 20; presses += 1) {
      await page.keyboard.press('ArrowDown');
    }
  } else {
    await tabTo(page, target);
    await page.keyboard.press('Space');
  }
  await expect(target).toBeChecked();
}
