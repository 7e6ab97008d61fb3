import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';

/** What stands in for the page of a partner inside a page of ours: the tests ask nobody else for anything. */
const PARTNERS_PAGE = {
  contentType: 'text/html',
  body: '<!doctype html><html lang="en"><title>Partner</title><h1>Partner</h1></html>',
};

/** What a page complained of, and whom it asked besides its own site. */
type Watch = { complaints: string[]; strangers: string[] };

/** A test whose page must print no error and no warning, and ask nobody but its own site. */
export const test = base.extend<{ expectedErrors: RegExp[]; expectedStrangers: (string | RegExp)[] }>({
  expectedErrors: [[], { option: true }],
  expectedStrangers: [[], { option: true }],
  page: async ({ page, baseURL, expectedErrors, expectedStrangers }, use) => {
    const watch = await watched(page, baseURL);
    await use(page);
    expectQuiet(watch, expectedErrors, expectedStrangers);
  },
});

/** The same test, many times over: all tests of a worker share one page, which is much faster. */
export const quickTest = test.extend<object, { shared: { page: Page; watch: Watch } }>({
  shared: [
    async ({ browser }, use) => {
      const baseURL = process.env.WAYPOINT_URL ?? '';
      const page = await browser.newPage({ baseURL, hasTouch: true });
      await use({ page, watch: await watched(page, baseURL) });
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

/** Notes what a page complains of and whom it asks. */
async function watched(page: Page, baseURL = ''): Promise<Watch> {
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
  // The browser prints most of what the policy forbids, but not all.
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
  // A pattern names addresses that may be asked, as often as it takes.
  const others = strangers.filter(
    (url) => !expectedStrangers.some((known) => known instanceof RegExp && known.test(url)),
  );
  expect(others).toEqual(expectedStrangers.filter((known) => typeof known === 'string'));
}

function isStrange(url: string, baseURL: string): boolean {
  return baseURL !== '' && !url.startsWith(baseURL) && !url.startsWith('data:') && url !== 'about:blank';
}

/** Whether a page is asked for that stands inside ours; the policy names whose pages may. */
function isFrame(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() !== null;
}

export { expect, type Page };

/** Fails when axe finds anything on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Any other mode opens a second page each time, which is for frames; those are not ours.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }))).toEqual([]);
}

/** Waits until the page's islands have come alive; those that would wait for a while are come to. */
export async function expectAlive(page: Page): Promise<void> {
  const wake = (waiting: (HTMLElement | SVGElement)[]) => {
    for (const island of waiting) {
      island.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    }
  };
  // Again, because a page may be left for the next one meanwhile.
  await expect(async () => {
    await page.locator('[data-when="later"]:not([data-alive])').evaluateAll(wake);
    await expect(page.locator('[data-island]:not([data-alive])')).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

/** Presses Tab until an element has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${wanted}`);
}

/** Goes to an element by Tab and types into it. */
export async function typeInto(page: Page, wanted: Locator, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.type(text);
}

/** Goes to a choice by Tab, or by Tab and arrow keys in a group of radio buttons, and makes it. */
export async function choose(page: Page, wanted: Locator): Promise<void> {
  if ((await wanted.getAttribute('type')) === 'radio') {
    const group = page.locator(`input[name="${await wanted.getAttribute('name')}"]`);
    await tabTo(page, group.first());
    await page.keyboard.press('Space');
    for (let presses = 0; !(await wanted.isChecked()) && presses < 20; presses += 1) {
      await page.keyboard.press('ArrowDown');
    }
  } else {
    await tabTo(page, wanted);
    await page.keyboard.press('Space');
  }
  await expect(wanted).toBeChecked();
}
