import { defineConfig } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const EVERY_PAGE = 'every-page.spec.ts';
/** Pages with a failing server look the same on every screen. */
const SAME_ON_EVERY_SCREEN = files('backend-in-trouble', 'error-catalogue');
/** Journeys whose pages have one column on a desktop, too. They run on a desktop only in the long form. */
const ONE_COLUMN = files(
  'coming-alive',
  'concierge',
  'deleteme',
  'interrupted-sign-up',
  'introduction',
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
  // A shared machine may stall a browser for too long, so CI retries once.
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
    // Hostile content behaves the same on every screen.
    { name: 'phone', testIgnore: [EVERY_PAGE, /hostile-content/], use: PHONE },
    {
      name: 'desktop',
      testIgnore: [EVERY_PAGE, ...SAME_ON_EVERY_SCREEN, ...(isLong ? [] : ONE_COLUMN)],
      use: { viewport: { width: 1280, height: 900 } },
    },
    { name: 'pages', testMatch: EVERY_PAGE, use: PHONE },
  ],
});
