import { test as base, type TestInfo } from '@playwright/test';
import { chrome } from './chrome';
import type { Driver } from './driver';
import { firefox } from './firefox';
import { KeyboardVisitor } from './keyboard';
import { oldChrome } from './old-chrome';
import { tlsInFrontOf } from './tls';
import { Visitor } from './visitor';
import { webkit } from './webkit';

/** The browsers that journeys run in. */
export type Engine = 'old-chrome' | 'chromium' | 'firefox' | 'webkit';

/** The narrowest window of each browser. WebKitGTK's toolbars need more room. */
const NARROWEST: Record<Engine, number> = { 'old-chrome': 320, chromium: 320, firefox: 450, webkit: 450 };

type Opened = { driver: Driver; site: string };

/** A test in a browser outside of Playwright, which only runs and reports the tests. */
export const test = base.extend<
  { visitor: Visitor; keyboard: KeyboardVisitor; narrowest: number },
  { engine: Engine; opened: Opened }
>({
  engine: ['old-chrome', { option: true, scope: 'worker' }],
  opened: [
    async ({ engine }, use) => {
      const front = await tlsInFrontOf(required('WAYPOINT_URL'));
      const driver = await driverOf(engine);
      await use({ driver, site: front.address });
      await driver.close();
      front.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visitor: ({ opened }, use, info) => visitSite(new Visitor(opened.driver, opened.site), use, info),
  keyboard: ({ opened }, use, info) => visitSite(new KeyboardVisitor(opened.driver, opened.site), use, info),
  narrowest: async ({ engine }, use) => use(NARROWEST[engine]),
});

export { expect } from '@playwright/test';

/** Visits the site in a window of the project's size. Takes a screenshot if the test fails. */
async function visitSite<Who extends Visitor>(
  visitor: Who,
  use: (visitor: Who) => Promise<void>,
  info: TestInfo,
): Promise<void> {
  await visitor.driver.resize(info.project.metadata.width, info.project.metadata.height);
  await use(visitor);
  if (info.status !== info.expectedStatus) {
    await info.attach('page', { body: await visitor.driver.picture(), contentType: 'image/png' });
  }
}

async function driverOf(engine: Engine): Promise<Driver> {
  switch (engine) {
    case 'old-chrome':
      return chrome(await oldChrome());
    case 'chromium':
      return chrome(required('CHROMIUM'));
    case 'firefox':
      return firefox(required('WAYPOINT_FIREFOX'));
    case 'webkit':
      return webkit(required('WAYPOINT_WEBKIT'));
  }
}

/** A variable that `cargo xtask` sets. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: run these tests with \`cargo xtask check browsers\``);
  }
  return value;
}
