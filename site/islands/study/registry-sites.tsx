import { LOCATION_NOT_FOUND } from '../messages/study';
import type { SiteView } from '../wire/SiteView';
import { BesideMap, type MapSource } from './beside-map';
import { SiteWords } from './site-words';

const SHOWN_AT_FIRST = 6;

/** The sites of a registry study. None are shown if the record has no postal code at all (D-071). */
export function RegistrySites({ sites, map }: { sites: SiteView[]; map: MapSource | null }) {
  const placed = sites.some((site) => site.pin_code.trim() !== '');
  const rest = sites.slice(SHOWN_AT_FIRST);
  return (
    <section className="study__section" aria-labelledby="where">
      <h2 className="section__title" id="where">
        Where It Takes Place
      </h2>
      {placed ? (
        <BesideMap map={map} sites={sites} signUp={null}>
          <div>
            <Places sites={sites.slice(0, SHOWN_AT_FIRST)} from={1} />
            {rest.length > 0 && (
              <details className="more-sites">
                <summary className="more-sites__summary">Show {rest.length} More Sites</summary>
                <Places sites={rest} from={SHOWN_AT_FIRST + 1} />
              </details>
            )}
          </div>
        </BesideMap>
      ) : (
        <p>{LOCATION_NOT_FOUND}</p>
      )}
    </section>
  );
}

function Places({ sites, from }: { sites: SiteView[]; from: number }) {
  return (
    <ol className="sites" start={from}>
      {sites.map((site, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a record may name a place twice
        <li className="sites__item" id={`site-${from + index}`} tabIndex={-1} key={index}>
          <div className="site">
            <SiteWords site={site} number={from + index} />
          </div>
        </li>
      ))}
    </ol>
  );
}
