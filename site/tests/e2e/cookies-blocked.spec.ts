import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { test as base, expect, expectAccessible } from './support/page';

/** The preference behind Chromium's "Block all cookies". */
const BLOCKING = { profile: { default_content_setting_values: { cookies: 2 } } };

/** A browser that blocks all cookies in its settings. */
const test = base.extend<{ blocking: BrowserContext }>({
  blocking: async ({ baseURL, launchOptions, viewport }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'blocks-cookies-'));
    await mkdir(join(folder, 'Default'));
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(BLOCKING));
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      viewport,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    await use(context);
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});

test('a browser that blocks cookies gets a notice before the first question', async ({ blocking }) => {
  const page = await blocking.newPage();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/enroll/STU01009');
  const title = page.getByRole('heading', { level: 1, name: 'Allow Cookies to Sign Up' });
  await expect(title).toBeFocused();
  await expect(page.getByRole('heading', { name: 'How to Allow Cookies in Chrome' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(page.getByText(/Cookies are still blocked/)).toBeVisible();
  expect(calls.filter((path) => path === '/backend/cookies')).toHaveLength(4);
  expect(calls.filter((path) => path === '/backend/questiongroup')).toHaveLength(0);
  const help = page.getByRole('main').getByRole('link', { name: 'call us or write to us' });
  await expect(help).toHaveAttribute('href', '/contact');
});

test('the upload page shows the notice, too', async ({ blocking }) => {
  const page = await blocking.newPage();
  await page.goto('/upload-document/STU01009');
  await expect(page.getByRole('heading', { level: 1, name: 'Allow Cookies to Sign Up' })).toBeVisible();
});
