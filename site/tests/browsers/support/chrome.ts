import { chromium } from '@playwright/test';
import type { Driver } from './driver';

/**
 * A Chrome of any version, driven by its own protocol. Only those parts of Playwright are used that work with a Chrome of
 * 2022: its locators need a newer one.
 */
export async function chrome(program: string): Promise<Driver> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-back-forward-cache'];
  const browser = await chromium.launch({ executablePath: program, args });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  // Without a route, the headless Chrome 102 hangs when a page with a Cross-Origin-Opener-Policy leads to another.
  await page.route('**/no-such-file', (route) => route.abort());
  return {
    name: `Chrome ${browser.version()}`,
    async open(address) {
      await page.goto(address);
    },
    async back() {
      await page.goBack();
    },
    run(script, ...values) {
      // The script is a string, because the page must not depend on how this file was compiled.
      return page.evaluate(`(function () { ${script} }).apply(null, ${JSON.stringify(values)})`);
    },
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewportSize({ width, height }),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
