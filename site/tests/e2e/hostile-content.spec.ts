import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { writeHostileSite } from './support/hostile-content';
import { type LocalServer, startServer } from './support/local-server';
import { expectAlive } from './support/page';
import { PAYLOADS } from './support/payloads';

// All of these tests share one site.
test.describe.configure({ mode: 'default' });

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Pages without content of their own, which is rendered in the browser, and redirects. */
const SHELLS = ['404.html', 'demo.html', 'enroll.html', 'study.html', 'thank-you.html'];
/** The previews of one study; others use the same templates. */
const PREVIEW = /^preview\/(STU01009)-([1-6])\.html$/;
/** Payloads may be wrapped or cut off at the end of a card, so only this many characters are compared. */
const COMPARED_LENGTH = 20;

let folder: string;
let server: LocalServer;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypoint-hostile-'));
  const { content, registry } = writeHostileSite(ROOT, folder);
  server = await startServer(ROOT, [
    ...['--content', content, '--registry', registry, '--data', join(folder, 'data')],
  ]);
});

test.afterAll(() => {
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('no text of a built page runs, and each is visible as text', async ({ page }) => {
  // It opens every page of the site.
  test.slow();
  const files = readdirSync(join(folder, 'data/site'), { recursive: true, encoding: 'utf8' });
  const pages = files.filter(
    (file) =>
      file.endsWith('.html') &&
      !SHELLS.includes(file) &&
      (PREVIEW.test(file) || !file.startsWith('preview/')),
  );
  const addresses = pages.map(
    (file) =>
      `/${file
        .replace(PREVIEW, 'preview/$1?template=$2')
        .replace(/\.html$/, '')
        .replace(/^index$/, '')}`,
  );
  expect(addresses.length).toBeGreaterThan(60);
  const complaints = watch(page);
  const seen = new Set<string>();
  for (const address of addresses) {
    await visit(page, address);
    for (const payload of await payloadsIn(page)) {
      seen.add(payload);
    }
  }
  expect(complaints).toEqual([]);
  expect(PAYLOADS.filter((payload) => !seen.has(payload))).toEqual([]);
});

test('no text of a registry record runs, on its page or in the results', async ({ page }) => {
  const complaints = watch(page);
  const seen = new Set<string>();
  const studies = ['NCT03974022', 'NCT00097292'].map((id) => `/study/${id}`);
  const words = ['asthma', 'cancer', 'diabetes'];
  const results = words.map((word) => `/results?q=${word}&in=UNITED+STATES`);
  for (const address of [...studies, ...results]) {
    await visit(page, address);
    await expect(page.locator('main'), address).toContainText(/__xss|evil/);
    expect(await page.evaluate(foreignParts), address).toEqual([]);
    for (const payload of await payloadsIn(page)) {
      seen.add(payload);
    }
  }
  expect(complaints).toEqual([]);
  expect(seen.size).toBeGreaterThan(15);
});

test('no text of an address runs', async ({ page }) => {
  const complaints = watch(page);
  for (let first = 0; first < PAYLOADS.length; first += 2) {
    const [words = '', country = ''] = PAYLOADS.slice(first, first + 2).map(encodeURIComponent);
    await visit(page, `/results?q=${words}&in=${country}`);
  }
  await visit(page, `/enroll/STU01009/${encodeURIComponent('<img src=x onerror=window.__xss=1>')}`);
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

/** Opens a page, waits until it is hydrated and loaded, and checks its elements. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(server.address + address);
  await expectAlive(page);
  expect(await page.evaluate(foreignParts), address).toEqual([]);
}

/** The problems of a page, collected as they happen. */
function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      complaints.push(`${page.url()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address)) {
      complaints.push(`a request to ${request.url()}`);
    }
  });
  return complaints;
}

/** The payloads that a reader sees, including the title. */
async function payloadsIn(page: Page): Promise<string[]> {
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  const text = plain(`${await page.title()} ${await page.locator('body').innerText()}`);
  return PAYLOADS.filter((payload) => text.includes(plain(payload).trim().slice(0, COMPARED_LENGTH)));
}

/** Elements that none of our pages contains. Runs in the page. */
function foreignParts(): string[] {
  const found: string[] = [];
  if ('__xss' in window) {
    found.push('something ran');
  }
  const policy = 'head > meta[http-equiv="Content-Security-Policy"]';
  const forbidden = `iframe, object, embed, base, frame, math, style, meta[http-equiv]:not(${policy}), img[src="x"], template`;
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName;
    if (element.matches(forbidden) || name.includes('-')) {
      found.push(`an element ${element.outerHTML.slice(0, 100)}`);
    }
    if (name === 'script') {
      const source = element.getAttribute('src');
      const isData = /^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '');
      if (source === null ? !isData : !source.startsWith('/assets/')) {
        found.push(`a script ${element.outerHTML.slice(0, 100)}`);
      }
    }
    for (const { name: attribute, value } of element.attributes) {
      const isLink = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc'].includes(attribute);
      const scheme = /^[\s\p{Cc}]*([a-z][a-z\d+.\-\s\p{Cc}]*):/iu.exec(value)?.[1]?.toLowerCase();
      if (
        /^on/.test(attribute) ||
        (isLink && scheme && !['https', 'mailto', 'tel', 'http'].includes(scheme))
      ) {
        found.push(`an attribute ${attribute}=${value.slice(0, 100)}`);
      }
      if (isLink && new URL(value, location.href).hostname.endsWith('evil.example')) {
        found.push(`a link ${value}`);
      }
    }
  }
  return found;
}
