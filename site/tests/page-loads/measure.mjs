// Measures how six kinds of pages load on a phone: `node measure.mjs ADDRESS RUNS`, with a local server at the address.
//
// A proxy compresses what the server sends, as the CDN does. For pages that the server fills, it can also send the built page,
// whose islands load their data in the browser, so that both are measured in one run.

import { createServer, request } from 'node:http';
import { stdout } from 'node:process';
import { createGzip } from 'node:zlib';
import { chromium } from 'playwright';

const [address, runs] = [process.argv[2], Number(process.argv[3] ?? 5)];

const PAGES = [
  ['home', '/'],
  ['results', '/results?q=cancer&in=UNITED+STATES', 'results'],
  ['registry study', '/study/NCT03974022', 'study'],
  ['partner study', '/study/STU01014'],
  ['sign-up', '/enroll/STU01009'],
  ['article', '/articles/living-with-copd'],
];

/** Slow 4G as Lighthouse defines it: latency in ms, bytes per second. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const PHONE = { width: 412, height: 823 };
/** How long a page is watched after its load event, in milliseconds. */
const WATCHED = 3000;
const COMPRESSED = /^(text\/|application\/(javascript|json|problem)|image\/svg)/;

/** Starts a proxy that compresses. With a name, it sends that built page in place of pages. */
async function startProxy(built) {
  const server = createServer((incoming, outgoing) => {
    const isPage = incoming.headers['sec-fetch-dest'] === 'document';
    const path = isPage && built ? `/unfilled/${built}` : incoming.url;
    const headers = { ...incoming.headers, host: new URL(address).host };
    const call = request(new URL(path, address), { method: incoming.method, headers }, (answer) => {
      const compresses = COMPRESSED.test(answer.headers['content-type'] ?? '');
      const { 'content-length': _, ...kept } = answer.headers;
      outgoing.writeHead(
        answer.statusCode,
        compresses ? { ...kept, 'content-encoding': 'gzip' } : answer.headers,
      );
      (compresses ? answer.pipe(createGzip()) : answer).pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Records in the page what the browser observes. */
function observe() {
  const seen = { lcp: 0, cls: 0, tbt: 0, largest: '' };
  globalThis.seen = seen;
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    seen.largest = entry.element?.className || entry.element?.tagName || '';
  });
  on('layout-shift', (entry) => {
    // There is no input here. Chrome also marks shifts as following input after the emulated viewport has changed.
    seen.cls += entry.value;
  });
  on('longtask', (entry) => {
    seen.tbt += Math.max(entry.duration - 50, 0);
  });
}

async function load(browser, url) {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(WATCHED);
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return seen;
}

const print = (line) => stdout.write(`${line}\n`);
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(browser, path, built) {
  const proxy = await startProxy(built);
  const url = `http://127.0.0.1:${proxy.address().port}${path}`;
  const all = [];
  for (let run = 0; run < runs; run += 1) {
    all.push(await load(browser, url));
  }
  proxy.closeAllConnections();
  proxy.close();
  const of = (name) => median(all.map((seen) => seen[name]));
  return { lcp: of('lcp'), cls: of('cls'), tbt: of('tbt'), largest: all[0].largest };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
print('page                         largest content  layout shift  blocked   largest element');
const row = (name, { lcp, cls, tbt, largest }) =>
  print(
    `${name.padEnd(28)} ${`${(lcp / 1000).toFixed(2)} s`.padStart(15)} ${cls.toFixed(4).padStart(13)} ${`${tbt.toFixed(0)} ms`.padStart(8)}   ${largest}`,
  );
for (const [name, path, built] of PAGES) {
  const measured = await measure(browser, path);
  row(name, measured);
  if (built) {
    const before = await measure(browser, path, built);
    row(`${name}, not filled`, before);
    print(`${`${name}, ratio`.padEnd(28)} ${(measured.lcp / before.lcp).toFixed(2).padStart(15)}`);
  }
}
await browser.close();
