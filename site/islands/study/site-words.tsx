import { StatusMark } from '../parts/status-mark';
import type { SiteView } from '../wire/SiteView';
import { addressOf, placeOf } from './places';

/** A site in a numbered list, with its place, name, and status. */
export function SiteWords({ site, number }: { site: SiteView; number: number }) {
  return (
    <>
      <span className="site__number" aria-hidden="true">
        {number}
      </span>
      <span className="site__words">
        <strong className="site__place">{placeOf(site) || site.site_name}</strong>
        {placeOf(site) && <span className="site__name">{site.site_name}</span>}
        <span className="site__address">{addressOf(site)}</span>
      </span>
      <StatusMark status={site.status} />
    </>
  );
}
