import { PLACE_NOT_STATED } from '../messages/place';
import { type Coordinates, distanceInWords, milesBetween } from '../nearest-site/globe';
import { locate } from '../nearest-site/locate';
import { placeOf } from '../study/places';
import type { SiteView } from '../wire/SiteView';

export { whyNotLocated } from '../nearest-site/locate';

/** Names the nearest open site of a study. */
export type NearestSite = (sites: SiteView[]) => string;

/** Finds a place, and returns what names the open site of a study that is nearest to it. */
export async function nearestSiteTo(place: string): Promise<NearestSite> {
  const here = await locate(place);
  return (sites) => nearestOpenSite(sites, here);
}

function nearestOpenSite(sites: SiteView[], here: Coordinates): string {
  const open = sites.filter(({ status }) => status.tone !== 'closed');
  const distances = open.flatMap((site) => {
    const { latitude, longitude } = site;
    return latitude === null || longitude === null
      ? []
      : [{ site, miles: Math.round(milesBetween({ latitude, longitude }, here)) }];
  });
  const [nearest] = distances.sort((one, other) => one.miles - other.miles);
  if (nearest) {
    return `${placeOf(nearest.site)}, ${distanceInWords(nearest.miles)}`;
  }
  return sites.length > 0 && open.length === 0 ? 'No open site' : PLACE_NOT_STATED;
}
