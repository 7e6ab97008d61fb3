import { defineConfig } from '@playwright/test';
import type { Engine } from './tests/browsers/support/test';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** The windows of WebKitGTK and Firefox can't be as narrow as a phone. */
const SMALL = { width: 480, height: 844 };
const SIZES: Record<Engine, object[]> = {
  'old-chrome': [PHONE, DESKTOP],
  chromium: [PHONE, DESKTOP],
  firefox: [SMALL, DESKTOP],
  webkit: [SMALL, DESKTOP],
};
/** The browsers of this run, separated by commas. */
const engines = (process.env.WAYPOINT_BROWSERS ?? 'old-chrome').split(',') as Engine[];

/** The journeys in more browsers: an old Chrome, and in the long form Firefox and WebKit. */
export default defineConfig<object, { engine: Engine }>({
  testDir: 'tests/browsers',
  outputDir: '../target/browser-tests/browsers',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  reporter: [['list']],
  projects: engines.flatMap((engine) =>
    SIZES[engine].map((size, place) => ({
      name: `${engine} ${place === 0 ? 'phone' : 'desktop'}`,
      metadata: size,
      use: { engine },
    })),
  ),
});
