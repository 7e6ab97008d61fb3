import puppeteer, { type Page } from 'puppeteer-core';
import type { Driver } from './driver';

/** Firefox, driven by WebDriver BiDi without a separate driver. */
export async function firefox(program: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    acceptInsecureCerts: true,
    defaultViewport: null,
    // The back-forward cache would keep the whole page when a visitor goes back.
    extraPrefsFirefox: { 'browser.sessionhistory.max_total_viewers': 0 },
  });
  const spare = await browser.newPage();
  const page = await browser.newPage();
  return {
    name: await browser.version(),
    async open(address) {
      await page.goto(address);
    },
    async back() {
      await page.goBack();
    },
    run(script, ...values) {
      // The script is a string, because the page must not depend on how this file was compiled.
      const called = `(function () { ${script} }).apply(null, ${JSON.stringify(values)})`;
      return page.evaluate(called) as Promise<never>;
    },
    click: (x, y) => page.mouse.click(x, y),
    async type(text) {
      await takeFocusBack(page, spare);
      await page.keyboard.type(text);
    },
    async press(key) {
      await takeFocusBack(page, spare);
      // Puppeteer names the Space key by its character.
      await page.keyboard.press(key === 'Space' ? ' ' : key);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

/**
 * Returns the focus to the page if Firefox's toolbars have it. Tab leads from the last element of a page to the toolbars,
 * and a person would press Tab until it leads back. WebDriver BiDi sends keys to the page only, and a page without focus
 * handles just some of them: Tab still moves `document.activeElement`, but Space and Enter do nothing. A click and
 * `window.focus()` don't bring the focus back. Switching tabs does, and the next Tab leads to the page's first element.
 */
async function takeFocusBack(page: Page, spare: Page): Promise<void> {
  if (await page.evaluate('document.hasFocus()')) {
    return;
  }
  await spare.bringToFront();
  await page.bringToFront();
  await page.waitForFunction('document.hasFocus()');
}
