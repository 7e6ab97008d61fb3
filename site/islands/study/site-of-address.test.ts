import { expect, it } from 'vitest';
import type { SiteView } from '../wire/SiteView';
import { namesAnotherPlace, siteForVisitor, siteOfAddress } from './site-of-address';

function site(key: string, city: string, state: string): SiteView {
  return {
    key,
    city,
    state,
    country: 'UNITED STATES',
    takes_sign_ups: true,
    study_number: null,
    central: key === 'a',
  } as SiteView;
}

const SITES = [site('a', 'Boston', 'MA'), site('b', 'Cleveland', 'OH'), site('c', 'Portland', 'OR')];
const TWO = [...SITES, site('d', 'Portland', 'ME')];

it.each([
  ['city=Cleveland&state=OH&country=US', SITES, 'b'],
  ['city=Cleveland', SITES, 'b'],
  ['city=cleveland&state=oh&country=united%20states', SITES, 'b'],
  ['city=Cleveland&state=Ohio', SITES, 'b'],
  ['city=Portland&state=ME', TWO, 'd'],
  ['site=c', SITES, 'c'],
])('an address with %s selects that site', (query, sites, key) => {
  const asked = new URLSearchParams(query);
  const found = siteOfAddress(asked, sites);
  expect(found?.key).toBe(key);
  expect(namesAnotherPlace(asked, found)).toBe(false);
});

it.each([
  ['city=Denver', SITES],
  ['city=Cleveland&state=TX', SITES],
  ['site=x', SITES],
  ['city=Portland', TWO],
])('an ambiguous address with %s selects the first choice and says so', (query, sites) => {
  const asked = new URLSearchParams(query);
  const found = siteOfAddress(asked, sites);
  expect(found?.key).toBe('a');
  expect(namesAnotherPlace(asked, found)).toBe(true);
});

it.each([
  ['site=b', SITES, 'b'],
  ['near=Cleveland', SITES, 'b'],
  ['near=cleveland%2C%20OH&in=UNITED%20STATES', SITES, 'b'],
  ['near=Portland%2C%20ME', TWO, 'd'],
  ['near=44106', SITES, 'a'],
  ['', SITES, 'a'],
])('the page of a study selects the site for %s', (query, sites, key) => {
  expect(siteForVisitor(new URLSearchParams(query), sites)?.key).toBe(key);
});
