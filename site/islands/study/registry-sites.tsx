import { LOCATION_NOT_FOUND } from '../messages/study';
import { StatusMark } from '../parts/status-mark';
import type { SiteView } from '../wire/SiteView';
import { addressOf } from './places';

const SHOWN_AT_FIRST = 6;

/** The places of a registry study; none is shown when the record has no postal code at all. */
export function RegistrySites({ sites }: { sites: SiteView[] }) {
  const placed = sites.some((site) => site.pin_code.trim() !== '');
  const [first, rest] = [sites.slice(0, SHOWN_AT_FIRST), sites.slice(SHOWN_AT_FIRST)];
  return (
    <section className="study__section" aria-labelledby="where">
      <h2 className="section__title" id="where">
        Where It Takes Place
      </h2>
      {placed ? <Places sites={first} /> : <p>{LOCATION_NOT_FOUND}</p>}
      {placed && rest.length > 0 && (
        <details className="more-sites">
          <summary className="more-sites__summary">Show {rest.length} More Sites</summary>
          <Places sites={rest} />
        </details>
      )}
    </section>
  );
}

function Places({ sites }: { sites: SiteView[] }) {
  return (
    <ul className="sites">
      {sites.map((site, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a record may name a place twice
        <li className="sites__item" key={index}>
          <div className="site">
            <span className="site__words">
              <strong className="site__place">{site.site_name || 'Study site'}</strong>
              <span className="site__address">{addressOf(site)}</span>
            </span>
            <StatusMark status={site.status} />
          </div>
        </li>
      ))}
    </ul>
  );
}
