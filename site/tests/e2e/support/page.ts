import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

/** A test whose page must print no error and no warning, and ask nobody but its own site. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, baseURL, expectedErrors }, use) => {
    const complaints: string[] = [];
    const strangers: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (baseURL && !url.startsWith(baseURL) && !url.startsWith('data:')) {
        strangers.push(url);
      }
    });
    await use(page);
    expect(complaints.filter((text) => !expectedErrors.some((known) => known.test(text)))).toEqual([]);
    expect(strangers).toEqual([]);
  },
});

export { expect };

/** Fails when axe finds anything on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }))).toEqual([]);
}

/** Waits until the page's islands have come alive. */
export async function expectAlive(page: Page): Promise<void> {
  await expect(page.locator('[data-island]:not([data-alive])')).toHaveCount(0);
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
