import { StatusMark } from '../parts/status-mark';
import { addressOf } from '../study/places';
import { firstChoice } from '../study/site-choice';
import { useAddress } from '../use-address';
import type { SiteView } from '../wire/SiteView';
import type { StudyPage } from '../wire/StudyPage';

/** The study that the person signs up for, and the site. */
export function EnrollingAt({ study }: { study: StudyPage }) {
  const query = useAddress()?.query ?? null;
  const site = siteNamedIn(query, study.sites) ?? firstChoice(study.sites);
  return (
    <header className="enrolling">
      <p>
        <StatusMark status={study.status} />
      </p>
      <p className="enrolling__label">You are signing up for</p>
      <p className="enrolling__title">
        <a href={`/study/${study.id}`}>{study.title}</a>
      </p>
      {site && (
        <div className="enrolling__site">
          <p className="enrolling__label">Enrolling At</p>
          <p>
            <strong>{site.site_name}</strong>
            <br />
            {addressOf(site)}
          </p>
        </div>
      )}
    </header>
  );
}

function siteNamedIn(query: URLSearchParams | null, sites: SiteView[]): SiteView | null {
  const city = query?.get('city');
  if (!city) {
    return null;
  }
  const state = query?.get('state') ?? '';
  return sites.find((site) => site.takes_sign_ups && site.city === city && site.state === state) ?? null;
}
