import puppeteer from 'puppeteer-core';
import type { Driver } from './driver';

/** Firefox, by WebDriver BiDi, for which it needs no driver beside it. */
export async function firefox(program: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    acceptInsecureCerts: true,
    defaultViewport: null,
    // The cache of whole pages would keep everything by itself when a visitor goes back.
    extraPrefsFirefox: { 'browser.sessionhistory.max_total_viewers': 0 },
  });
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
      // The script is a text, because the page must not depend on how this file was compiled.
      const called = `(function () { ${script} }).apply(null, ${JSON.stringify(values)})`;
      return page.evaluate(called) as Promise<never>;
    },
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    // Puppeteer knows it as the character that it types.
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
