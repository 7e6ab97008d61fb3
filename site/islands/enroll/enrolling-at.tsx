import { StatusMark } from '../parts/status-mark';
import { addressOf } from '../study/places';
import type { StudyPage } from '../wire/StudyPage';
import { type SiteChoice, SiteChoiceField } from './site-choice-field';

/** The study, and the sites to choose from. */
export type EnrollingAtProps = { study: StudyPage; choice: SiteChoice };

/** The study and the site of the sign-up. */
export function EnrollingAt({ study, choice }: EnrollingAtProps) {
  const { site } = choice;
  return (
    <header className="enrolling">
      <p>
        <StatusMark status={site?.status ?? study.status} />
      </p>
      <p className="enrolling__label">You are signing up for</p>
      <p className="enrolling__title">
        <a href={`/study/${study.study_number ?? study.id}`}>{study.title}</a>
      </p>
      {site && (
        <div className="enrolling__site">
          <p className="enrolling__label">Enrolling At</p>
          <p>
            <strong>{site.site_name}</strong>
            <br />
            {addressOf(site)}
          </p>
          <SiteChoiceField {...choice} />
        </div>
      )}
    </header>
  );
}
