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
