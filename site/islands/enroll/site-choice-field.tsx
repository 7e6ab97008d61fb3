import { placeOf } from '../study/places';
import type { SiteView } from '../wire/SiteView';
import { fieldId } from './field-ids';

/** The open sites of a study, the chosen one, and whether the visitor chose it. */
export type SiteChoice = {
  sites: SiteView[];
  site: SiteView | null;
  isOwnChoice: boolean;
  onChoose: (key: string) => void;
};

/** The id of the list of sites. */
export const SITE_FIELD = fieldId('site');

/** The site of the sign-up, and the others to choose from. Renders nothing with fewer than two sites. */
export function SiteChoiceField({ sites, site, isOwnChoice, onChoose }: SiteChoice) {
  if (site === null || sites.length < 2) {
    return null;
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={SITE_FIELD}>
        Your Study Site
      </label>
      <select
        className="input select"
        id={SITE_FIELD}
        value={site.key}
        onChange={(event) => onChoose(event.currentTarget.value)}
        aria-describedby={isOwnChoice ? undefined : `${SITE_FIELD}-hint`}
      >
        {sites.map((one) => (
          <option key={one.key} value={one.key}>
            {nameOf(one)}
          </option>
        ))}
      </select>
      {!isOwnChoice && (
        <p className="field__hint" id={`${SITE_FIELD}-hint`}>
          This is the study’s main site. Choose the one that you can reach best.
        </p>
      )}
    </div>
  );
}

/** Names the site next to the submit button, with a link to the list of sites. */
export function SiteBesideButton({ sites, site }: SiteChoice) {
  if (site === null) {
    return null;
  }
  return (
    <p>
      You sign up at <strong>{nameOf(site)}</strong>.{' '}
      {sites.length > 1 && (
        <button
          className="button button--quiet button--small"
          type="button"
          onClick={() => {
            const list = document.getElementById(SITE_FIELD);
            list?.scrollIntoView({ block: 'center' });
            list?.focus({ preventScroll: true });
          }}
        >
          Change the Site
        </button>
      )}
    </p>
  );
}

function nameOf(site: SiteView): string {
  return [placeOf(site), site.site_name].filter((part) => part !== '').join(' – ');
}
