import { addressOf, placeOf } from '../study/places';
import { signUpAddress } from '../study/site-choice';
import type { SiteView } from '../wire/SiteView';
import type { StatusBadge } from '../wire/StatusBadge';
import type { Coordinates } from './plane';

/** A site on its map. */
export type MapPlace = Coordinates & {
  /** Its number in the page's list. */
  number: number;
  /** City and state. */
  name: string;
  /** The hospital or practice. */
  title: string;
  address: string;
  status: StatusBadge;
  /** The sign-up address for this site, if it is open. */
  sign_up: string | null;
};

/** The sites with known coordinates. */
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
