import type { SiteView } from '../wire/SiteView';
import { firstChoice } from './site-choice';

/** How many letters the code of a state has. */
const CODE = 2;

/** Whether an address names a place. */
export function namesPlace(query: URLSearchParams | null): boolean {
  return Boolean(query?.get('site') || query?.get('city'));
}

/** Whether an address names another place than the site: one of which the study has none that takes sign-ups. */
export function namesAnotherPlace(query: URLSearchParams | null, site: SiteView | null): boolean {
  const [key, city] = ['site', 'city'].map((name) => query?.get(name) ?? '');
  const isNamed = key === '' ? site !== null && isAt(site, query) : site?.key === key;
  return Boolean(site) && Boolean(key || city) && !isNamed;
}

/**
 * The site that an address names: by its key, or by city and state as older links do, or by a city of which there is one;
 * else the first choice.
 */
export function siteOfAddress(query: URLSearchParams | null, sites: SiteView[]): SiteView | null {
  const open = sites.filter((site) => site.takes_sign_ups);
  const key = query?.get('site') ?? '';
  if (key !== '') {
    return open.find((site) => site.key === key) ?? firstChoice(sites);
  }
  const there = open.filter((site) => isAt(site, query));
  const certain = there.find(({ state }) => small(state) === small(query?.get('state') ?? ''));
  return certain ?? (there.length === 1 ? there[0] : null) ?? firstChoice(sites);
}

/**
 * Whether a site is in the city of an address, in capitals or not. Its state has to fit where that is a code: its name may
 * be written out.
 */
function isAt(site: SiteView, query: URLSearchParams | null): boolean {
  const [city = '', state = ''] = ['city', 'state'].map((name) => small(query?.get(name) ?? ''));
  const fits = state.length !== CODE || small(site.state) === state;
  return city !== '' && small(site.city) === city && fits;
}

const small = (text: string) => text.trim().toLowerCase();
