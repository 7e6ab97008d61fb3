import { StatusMark } from '../parts/status-mark';
import { rememberStudy } from '../search-memory';
import { summaryFacts } from '../study/summary-facts';
import type { PartnerCard } from '../wire/PartnerCard';
import { nearestSite } from './distance-text';
import { Facts } from './facts';
import { FullTitle } from './full-title';
import { PartnerMark } from './partner-mark';
import { SaveButton } from './save-button';

/** A partner study in the list of results. */
export function PartnerStudyCard({ card }: { card: PartnerCard }) {
  return (
    <article className="study-card study-card--partner">
      <p className="study-card__top">
        <StatusMark status={card.status} />
        <span className="study-card__name">{card.name}</span>
      </p>
      <h3 className="study-card__title">
        <a className="study-card__link" href={card.href} onClick={() => rememberStudy(card.study_number)}>
          {card.title}
        </a>
      </h3>
      <PartnerMark partner={card.partner} />
      <FullTitle card={card} />
      <p className="study-card__text">{card.description}</p>
      {card.registry_sites && (
        <p className="note">
          You can’t sign up through us in {card.registry_sites.country}. The public registry lists sites
          there.
        </p>
      )}
      <Facts
        facts={[
          ...nearestSite(card),
          ['Ages', card.ages],
          ['Gender', card.gender],
          ['Conditions', card.conditions],
          ...summaryFacts(card.fact_summary),
          ...placeFacts(card),
          ['Study', card.identifier],
        ]}
      />
      <SaveButton id={card.identifier} title={card.full_title} />
    </article>
  );
}

/** The site where visitors can sign up, or else the sites that only the registry lists. */
function placeFacts({ registry_sites, site_name }: PartnerCard): [string, string][] {
  if (registry_sites === null) {
    return [['Site', site_name]];
  }
  const { country, count, city } = registry_sites;
  const first = city && (count === 1 ? ` in ${city}` : `, one in ${city}`);
  return [[`Sites in ${country}`, `${count}${first}, not through us`]];
}
