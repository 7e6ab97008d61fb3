import { addressOf, placeOf } from '../study/places';
import { signUpAddress } from '../study/site-choice';
import type { SiteView } from '../wire/SiteView';
import type { StatusBadge } from '../wire/StatusBadge';
import type { Coordinates } from './plane';

/** A site as its map shows it. */
export type MapPlace = Coordinates & {
  /** Its number in the list of the page. */
  number: number;
  /** City and state. */
  name: string;
  /** The hospital or practice. */
  title: string;
  address: string;
  status: StatusBadge;
  /** Where one signs up there. */
  sign_up: string | null;
};

/** The sites whose coordinates are known. */
export function placesOf(sites: SiteView[], signUp: string | null): MapPlace[] {
  return sites.flatMap((site, index) => {
    const { latitude, longitude, status, takes_sign_ups } = site;
    if (latitude === null || longitude === null) {
      return [];
    }
    const name = placeOf(site);
    return {
      number: index + 1,
      name,
      title: site.site_name || name,
      address: addressOf(site),
      status,
      sign_up: signUp !== null && takes_sign_ups ? signUpAddress(signUp, site) : null,
      latitude,
      longitude,
    };
  });
}
