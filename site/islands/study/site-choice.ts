import type { SiteView } from '../wire/SiteView';

/** The site that is chosen first: the central one, else the first, of those that take sign-ups. */
export function firstChoice(sites: SiteView[]): SiteView | null {
  const open = sites.filter((site) => site.takes_sign_ups);
  return open.find((site) => site.central) ?? open[0] ?? null;
}

/** Where sign-up for a study starts, with the place of the site that was chosen. */
export function signUpAddress(signUp: string, site: SiteView | null): string {
  if (!site) {
    return signUp;
  }
  const { city, state, country, key } = site;
  const query = Object.entries({ city, state, country, site: key }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${signUp}/ps?${query.join('&')}`;
}

/** Whether an address names a place. */
export function namesPlace(query: URLSearchParams | null): boolean {
  return Boolean(query?.get('site') || query?.get('city'));
}

/** Whether an address names another place than the site: one of which the study has none that takes sign-ups. */
export function namesAnotherPlace(query: URLSearchParams | null, site: SiteView | null): boolean {
  const [key, city, state] = ['site', 'city', 'state'].map((name) => query?.get(name) ?? '');
  const isNamed = key === '' ? site?.city === city && site?.state === state : site?.key === key;
  return Boolean(site) && Boolean(key || city) && !isNamed;
}

/** The site that an address names: by its key, or by city and state as older links do; else the first choice. */
export function siteOfAddress(query: URLSearchParams | null, sites: SiteView[]): SiteView | null {
  const open = sites.filter((site) => site.takes_sign_ups);
  const [key, city, state] = ['site', 'city', 'state'].map((name) => query?.get(name) ?? '');
  return (
    open.find((site) => site.key === key) ??
    open.find((site) => key === '' && site.city === city && site.state === state) ??
    firstChoice(sites)
  );
}
