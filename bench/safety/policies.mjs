/**
 * Checks the policies of pages with CSP Evaluator: those in the header and in the page itself.
 *
 *     node policies.mjs ADDRESS PAGES.json
 *
 * Prints each finding once, and fails if any has high severity.
 */
import { readFileSync } from 'node:fs';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

const [address, list] = process.argv.slice(2);
if (!address || !list) {
  throw new Error('usage: node policies.mjs ADDRESS PAGES.json');
}

/** Severities of findings that may allow foreign scripts. */
const HIGH = [Severity.HIGH, Severity.SYNTAX, Severity.HIGH_MAYBE];
const META = /<meta http-equiv="content-security-policy" content="([^"]*)"/i;

async function policiesOf(page) {
  const answer = await fetch(new URL(page, address));
  const html = await answer.text();
  const header = answer.headers.get('content-security-policy');
  if (header === null) {
    throw new Error(`${page} has no policy`);
  }
  const own = META.exec(html)?.[1].replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return own === undefined ? [header] : [header, own];
}

const found = new Map();
const pages = JSON.parse(readFileSync(list, 'utf8'));
for (const { path: page } of pages) {
  for (const policy of await policiesOf(page)) {
    for (const { severity, directive, value, description } of new CspEvaluator(new CspParser(policy).csp).evaluate()) {
      const finding = `${Severity[severity]}: ${directive} ${value ?? ''}: ${description}`;
      const seen = found.get(finding) ?? { severity, pages: [] };
      seen.pages.push(page);
      found.set(finding, seen);
    }
  }
}

let isBad = false;
for (const [finding, { severity, pages: on }] of found) {
  console.log(`${finding} (${on.length} policies, such as of ${on[0]})`);
  isBad ||= HIGH.includes(severity);
}
console.log(`Policies of ${pages.length} pages: ${isBad ? 'findings of high severity' : 'none of high severity'}`);
process.exitCode = isBad ? 1 : 0;
