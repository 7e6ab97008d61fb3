import { PLACE_NOT_STATED } from '../messages/place';
import type { SiteView } from '../wire/SiteView';

/** City and state of a site, or else its country. */
export function placeOf({ city, state, country }: SiteView): string {
  return joined([city, state]) || country;
}

/** The address of a site in one line, as far as known. */
export function addressOf({ street_address, city, state, pin_code, country }: SiteView): string {
  return joined([street_address, city, joined([state, pin_code], ' '), country]);
}

/** The number of sites and where they are, in a few words. */
export function siteSummary(sites: SiteView[]): string {
  const [first] = sites;
  if (!first) {
    return PLACE_NOT_STATED;
  }
  if (sites.length === 1) {
    return placeOf(first) || '1 site';
  }
  const countries = new Set(sites.map((site) => site.country.trim().toUpperCase()).filter(Boolean));
  return countries.size > 1
    ? `${sites.length} sites in ${countries.size} countries`
    : `${sites.length} sites`;
}

function joined(parts: string[], separator = ', '): string {
  return parts.filter((part) => part.trim() !== '').join(separator);
}
