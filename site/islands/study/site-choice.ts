import type { SiteView } from '../wire/SiteView';

/** The preselected site: the central one, else the first, among those that accept sign-ups. */
export function firstChoice(sites: SiteView[]): SiteView | null {
  const open = sites.filter((site) => site.takes_sign_ups);
  return open.find((site) => site.central) ?? open[0] ?? null;
}

/** The sign-up address of a study, with the chosen site. */
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
