import type { SiteView } from '../wire/SiteView';
import { firstChoice } from './site-choice';

/** The length of a state's code. */
const STATE_CODE_LENGTH = 2;

/** Whether an address names a place. */
export function namesPlace(query: URLSearchParams | null): boolean {
  return Boolean(query?.get('site') || query?.get('city'));
}

/** Whether an address names a place other than the site, because no open site is there. */
export function namesAnotherPlace(query: URLSearchParams | null, site: SiteView | null): boolean {
  const [key, city] = ['site', 'city'].map((name) => query?.get(name) ?? '');
  const isNamed = key === '' ? site !== null && isAt(site, query) : site?.key === key;
  return Boolean(site) && Boolean(key || city) && !isNamed;
}

/**
 * The site that an address names: by key, by city and state as in older links, or by a city with a single site. Otherwise
 * the preselected one.
 */
export function siteOfAddress(query: URLSearchParams | null, sites: SiteView[]): SiteView | null {
  const open = sites.filter((site) => site.takes_sign_ups);
  const key = query?.get('site') ?? '';
  if (key !== '') {
    return open.find((site) => site.key === key) ?? firstChoice(sites);
  }
  const sitesInCity = open.filter((site) => isAt(site, query));
  const exact = sitesInCity.find(({ state }) => normalized(state) === normalized(query?.get('state') ?? ''));
  return exact ?? (sitesInCity.length === 1 ? sitesInCity[0] : null) ?? firstChoice(sites);
}

/** The site to preselect on a study's page: the one that the address names, or the one in the city that was searched near. */
export function siteForVisitor(query: URLSearchParams | null, sites: SiteView[]): SiteView | null {
  if (namesPlace(query)) {
    return siteOfAddress(query, sites);
  }
  const [city = '', state = ''] = (query?.get('near') ?? '').split(',');
  return siteOfAddress(new URLSearchParams({ city, state }), sites);
}

/**
 * Whether a site is in the city of an address, ignoring case. The state must match only if the address has a code: its
 * name may be written out.
 */
function isAt(site: SiteView, query: URLSearchParams | null): boolean {
  const [city = '', state = ''] = ['city', 'state'].map((name) => normalized(query?.get(name) ?? ''));
  const fits = state.length !== STATE_CODE_LENGTH || normalized(site.state) === state;
  return city !== '' && normalized(site.city) === city && fits;
}

const normalized = (text: string) => text.trim().toLowerCase();
