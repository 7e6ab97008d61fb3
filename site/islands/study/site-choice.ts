import type { SiteView } from '../wire/SiteView';

/** The preselected site: the central one, else the first, among those that accept sign-ups. */
export function firstChoice(sites: SiteView[]): SiteView | null {
  const open = sites.filter((site) => site.takes_sign_ups);
  return open.find((site) => site.central) ?? open[0] ?? null;
}

/** The sign-up address of a study, with the chosen site, which may belong to a study with the same registry number. */
export function signUpAddress(signUp: string, site: SiteView | null): string {
  if (!site) {
    return signUp;
  }
  const { city, state, country, key, study_number } = site;
  const signUpOfSite = study_number === null ? signUp : `/enroll/${study_number}`;
  const query = Object.entries({ city, state, country, site: key }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${signUpOfSite}/ps?${query.join('&')}`;
}
