/**
 * Measures pages with Lighthouse, prints a table, and lists what keeps a page from 100.
 *
 *     node measure.mjs ADDRESS PAGES.json [--all]
 *
 * `cargo xtask check lighthouse` lists the pages of the built folder. Without `--all`, one page of each kind is measured.
 */
import { readFileSync } from 'node:fs';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [address, list, ...options] = process.argv.slice(2);
if (!address || !list) {
  throw new Error('usage: node measure.mjs ADDRESS PAGES.json [--all]');
}

const REQUIRED = ['accessibility', 'best-practices', 'seo'];
const CATEGORIES = ['performance', ...REQUIRED];

/** Audits that don't apply to plain HTTP on the loopback address, with the reason. */
const SKIPPED = {
  'is-on-https': 'the local server speaks http; whatever serves the site speaks https and sends HSTS',
  'redirects-http': 'there is no https to go to on this machine',
};

/** Audits that a page with status 404 can't pass. */
const SKIPPED_IF_MISSING = ['errors-in-console', 'http-status-code'];

/** Audits that a page excluded from search engines can't pass. */
const SKIPPED_IF_UNLISTED = ['is-crawlable'];

const SETTINGS = {
  ignoreStatusCode: true,
  output: 'json',
  logLevel: 'error',
};

function percent(score) {
  return score === null ? '–' : String(Math.round(score * 100));
}

/** Returns where an audit found something, if it says so. */
function placesOf({ details }) {
  const places = (details?.items ?? []).map(
    ({ node, description, url }) => node?.selector ?? description ?? url,
  );
  return places.map((place) => `\n    ${place ?? ''}`).join('');
}

/** Returns the failed audits of a category. */
function failures(report, category) {
  return report.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (report.audits[id].score ?? 1) < 1)
    .map(({ id }) => ({ id, title: report.audits[id].title, places: placesOf(report.audits[id]) }));
}

/**
 * Returns Lighthouse's report. On a busy machine, the beginning of a trace is sometimes lost, so this retries, and finally
 * leaves out performance, which is not required.
 */
async function reportOf(page, port, attempts = 3) {
  const skipAudits = [
    ...Object.keys(SKIPPED),
    ...(page.missing ? SKIPPED_IF_MISSING : []),
    ...(page.listed ? [] : SKIPPED_IF_UNLISTED),
  ];
  const onlyCategories = attempts > 1 ? CATEGORIES : REQUIRED;
  const result = await lighthouse(address + page.path, { ...SETTINGS, onlyCategories, skipAudits, port });
  const report = result?.lhr;
  if (report && !report.runtimeError) {
    return report;
  }
  if (attempts > 1) {
    return reportOf(page, port, attempts - 1);
  }
  throw new Error(`${page.path} can't be measured: ${report?.runtimeError?.message ?? 'no report'}`);
}

/** Measures a page. Returns its row and what to fix. */
async function measure(page, port) {
  const report = await reportOf(page, port);
  const scores = CATEGORIES.map((name) => percent(report.categories[name]?.score ?? null));
  const wrong = REQUIRED.flatMap((name) =>
    failures(report, name).map(({ id, title, places }) => `${page.path}: ${name}: ${id}: ${title}${places}`),
  );
  return { row: [page.path, ...scores], wrong };
}

function print(row) {
  const [path, ...scores] = row;
  console.log(path.padEnd(60) + scores.map((score) => score.padStart(16)).join(''));
}

const pages = JSON.parse(readFileSync(list, 'utf8'));
const chosen = options.includes('--all') ? pages : pages.filter(({ first_of_kind }) => first_of_kind);
const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
const wrong = [];
try {
  for (const [audit, reason] of Object.entries(SKIPPED)) {
    console.log(`Left out: ${audit}: ${reason}`);
  }
  print(['page', ...CATEGORIES]);
  for (const page of chosen) {
    const measured = await measure(page, chrome.port);
    print(measured.row);
    wrong.push(...measured.wrong);
  }
} finally {
  chrome.kill();
}
if (wrong.length > 0) {
  console.error(`\nBelow 100:\n${wrong.join('\n')}`);
  process.exitCode = 1;
}
