import { defineConfig } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const EVERY_PAGE = 'every-page.spec.ts';
/** What a page says when the server is in trouble is the same on every screen. */
const TOLD_ALIKE = files('backend-in-trouble', 'error-catalogue');
/** Journeys whose screens stand in one column on a desktop, too: there they are gone in the long form alone. */
const ONE_COLUMN = files(
  'coming-alive',
  'concierge',
  'deleteme',
  'interrupted-sign-up',
  'large-text',
  'news',
  'refused-sign-up',
  'return',
  'sign-up-by-keyboard',
  'survey',
  'upload',
  'voice',
);
const isLong = process.env.WAYPOINT_EVERY_JOURNEY === '1';

function files(...names: string[]): string[] {
  return names.map((name) => `**/${name}.spec.ts`);
}

/** The browser tests: every journey on a phone, most on a desktop, and every page once. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '../target/browser-tests/results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine may stall a browser for longer than a page should take; a second failure is ours.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.WAYPOINT_URL,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    timezoneId: 'America/New_York',
    trace: 'off',
  },
  projects: [
    // What content can do in a page is the same on every screen.
    { name: 'phone', testIgnore: [EVERY_PAGE, /hostile-content/], use: PHONE },
    {
      name: 'desktop',
      testIgnore: [EVERY_PAGE, ...TOLD_ALIKE, ...(isLong ? [] : ONE_COLUMN)],
      use: { viewport: { width: 1280, height: 900 } },
    },
    { name: 'pages', testMatch: EVERY_PAGE, use: PHONE },
  ],
});
