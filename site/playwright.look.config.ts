import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** Half of the size is enough to see differences, and keeps the pictures small. */
const deviceScaleFactor = 0.5;

/** Compares every page with its stored picture. `cargo xtask check look` runs this. */
export default defineConfig({
  testDir: 'tests/look',
  testMatch: '*.spec.ts',
  outputDir: '../target/look/results',
  snapshotPathTemplate: '{testDir}/pictures/{projectName}/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['./tests/look/report.ts']],
  ...(process.env.WAYPOINT_LOOK === 'update' ? { globalTeardown: './tests/look/lighten.ts' } : {}),
  use: { ...journeys.use, deviceScaleFactor },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
  ],
});
