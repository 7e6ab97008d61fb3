import { useId } from 'react';
import { LOCATION_NOT_FOUND } from '../messages/study';
import type { SiteView } from '../wire/SiteView';
import { BesideMap, type MapSource } from './beside-map';
import { SiteWords } from './site-words';

/** The sites of a study, and the chosen one. */
export type SiteChooserProps = {
  sites: SiteView[];
  map: MapSource | null;
  /** The sign-up address. */
  signUp: string | null;
  chosen: SiteView | null;
  onChoose: (site: SiteView) => void;
};

/** The sites of a study. If several accept sign-ups, the visitor chooses one here. */
export function SiteChooser({ sites, map, signUp, chosen, onChoose }: SiteChooserProps) {
  const toChoose = sites.length > 1 && chosen !== null;
  const list = toChoose ? (
    <fieldset className="site-chooser">
      <legend>Choose a site to sign up there.</legend>
      <SiteList sites={sites} chosen={chosen} onChoose={onChoose} />
    </fieldset>
  ) : (
    sites.length > 0 && <SiteList sites={sites} chosen={null} onChoose={null} />
  );
  return (
    <section className="study__section" aria-labelledby="where">
      <h2 className="section__title" id="where">
        Where It Takes Place
      </h2>
      {sites.length === 0 && <p>{LOCATION_NOT_FOUND}</p>}
      <BesideMap map={map} sites={sites} signUp={signUp}>
        {list}
      </BesideMap>
    </section>
  );
}

type SiteListProps = {
  sites: SiteView[];
  chosen: SiteView | null;
  onChoose: ((site: SiteView) => void) | null;
};

function SiteList({ sites, chosen, onChoose }: SiteListProps) {
  const name = useId();
  return (
    <ol className="sites">
      {sites.map((site, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a study may name a place twice
        <li className="sites__item" id={`site-${index + 1}`} tabIndex={-1} key={index}>
          {onChoose && site.takes_sign_ups ? (
            <label className="site site--choice">
              <input
                className="site__radio"
                type="radio"
                name={name}
                checked={site === chosen}
                onChange={() => onChoose(site)}
              />
              <SiteWords site={site} number={index + 1} />
            </label>
          ) : (
            <div className={onChoose ? 'site site--closed' : 'site'}>
              <SiteWords site={site} number={index + 1} />
              {onChoose && <span className="site__note">This site takes no sign-ups.</span>}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
