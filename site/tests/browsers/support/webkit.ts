import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Builder, Button, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver';
import type { Driver, Key } from './driver';

const KEYS: Record<Key, string> = {
  Enter: Keys.ENTER,
  Tab: Keys.TAB,
  Space: Keys.SPACE,
  ArrowDown: Keys.ARROW_DOWN,
};
/** How long the driver may take to start, in milliseconds. */
const TIMEOUT = 15_000;

/** WebKitGTK, the engine of Safari, driven by its own WebDriver. It needs a display, such as that of `xvfb-run`. */
export async function webkit(program: string): Promise<Driver> {
  const port = await freePort();
  // WebKit can't start its sandbox as root.
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', NO_AT_BRIDGE: '1' };
  const service = spawn(program, [`--port=${port}`], { env, stdio: 'ignore' });
  const browser = await connect(service, `http://127.0.0.1:${port}`);
  const capabilities = await browser.getCapabilities();
  const keyboard = (keys: string) => browser.actions().sendKeys(keys).perform();
  return {
    name: `WebKitGTK ${capabilities.get('browserVersion')}`,
    open: (address) => browser.get(address),
    back: () => browser.navigate().back(),
    run: (script, ...values) => browser.executeScript(script, ...values),
    async click(x, y) {
      const place = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT };
      await browser.actions().move(place).press(Button.LEFT).release(Button.LEFT).perform();
    },
    type: keyboard,
    press: (key) => keyboard(KEYS[key]),
    async resize(width, height) {
      const window = browser.manage().window();
      await window.setRect({ x: 0, y: 0, width, height });
      // The window includes borders and toolbars.
      const [inner, tall] = await browser.executeScript<[number, number]>('return [innerWidth, innerHeight]');
      await window.setRect({ x: 0, y: 0, width: 2 * width - inner, height: 2 * height - tall });
    },
    picture: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    async close() {
      await browser.quit();
      service.kill();
    },
  };
}

/** A session of the driver, once it is ready. Accepts the self-signed certificate of the tests. */
async function connect(service: ChildProcess, address: string): Promise<WebDriver> {
  const until = Date.now() + TIMEOUT;
  for (;;) {
    const isReady = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) {
      const wanted = { browserName: 'MiniBrowser', acceptInsecureCerts: true };
      return new Builder().usingServer(address).withCapabilities(wanted).build();
    }
    if (service.exitCode !== null || Date.now() > until) {
      throw new Error(`WebKitWebDriver does not listen at ${address}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
