/**
 * Measures pages with Lighthouse, prints a table and says what keeps a page from 100.
 *
 *     node measure.mjs ADDRESS PAGES.json [--all]
 *
 * The pages are those that `cargo xtask lighthouse` found in the built folder: without `--all`, one of each kind.
 */
import { readFileSync } from 'node:fs';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [address, list, ...options] = process.argv.slice(2);
if (!address || !list) {
  throw new Error('usage: node measure.mjs ADDRESS PAGES.json [--all]');
}

const JUDGED = ['accessibility', 'best-practices', 'seo'];
const CATEGORIES = ['performance', ...JUDGED];

/** Audits that say nothing about a site on plain http and the loopback address, each with its reason. */
const SKIPPED = {
  'is-on-https': 'the local server speaks http; whatever serves the site speaks https and sends HSTS',
  'redirects-http': 'there is no https to go to on this machine',
};

/** A page that says that something is missing can't pass these: the answer 404 is what it is about. */
const OF_MISSING = ['errors-in-console', 'http-status-code'];

/** A page that search engines are told to leave out can't pass this one. */
const OF_UNLISTED = ['is-crawlable'];

const SETTINGS = {
  ignoreStatusCode: true,
  output: 'json',
  logLevel: 'error',
};

function percent(score) {
  return score === null ? '–' : String(Math.round(score * 100));
}

/** Where an audit found something, as far as it says so. */
function placesOf({ details }) {
  const places = (details?.items ?? []).map(
    ({ node, description, url }) => node?.selector ?? description ?? url,
  );
  return places.map((place) => `\n    ${place ?? ''}`).join('');
}

/** Audits of a category that are not passed. */
function failures(report, category) {
  return report.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (report.audits[id].score ?? 1) < 1)
    .map(({ id }) => ({ id, title: report.audits[id].title, places: placesOf(report.audits[id]) }));
}

/**
 * Lighthouse's report. A busy machine loses the beginning of a trace now and then, so it is tried again, and at last
 * without performance, which nothing here is judged by.
 */
async function reportOf(page, port, attempts = 3) {
  const skipAudits = [
    ...Object.keys(SKIPPED),
    ...(page.missing ? OF_MISSING : []),
    ...(page.listed ? [] : OF_UNLISTED),
  ];
  const onlyCategories = attempts > 1 ? CATEGORIES : JUDGED;
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

/** Measures a page; gives its row and what has to be mended. */
async function measure(page, port) {
  const report = await reportOf(page, port);
  const scores = CATEGORIES.map((name) => percent(report.categories[name]?.score ?? null));
  const wrong = JUDGED.flatMap((name) =>
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
