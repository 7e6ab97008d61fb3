import { PLACE_NOT_STATED } from '../messages/place';
import { StatusMark } from '../parts/status-mark';
import { statedFacts } from '../study/summary-facts';
import type { RegistryCard } from '../wire/RegistryCard';
import { nearestCity } from './distance-text';
import { Facts } from './facts';
import { FullTitle } from './full-title';
import { PartnerMark } from './partner-mark';
import { SaveButton } from './save-button';

/** A registry study in the list of results. */
export function RegistryStudyCard({ card }: { card: RegistryCard }) {
  return (
    <article className="study-card">
      <p className="study-card__top">
        <StatusMark status={card.status} />
        <span className="study-card__name">{card.nct_number}</span>
      </p>
      <h3 className="study-card__title">
        <a className="study-card__link" href={card.href}>
          {card.title}
        </a>
      </h3>
      <PartnerMark partner={card.partner} />
      <FullTitle card={card} />
      <p className="study-card__text">{card.description}</p>
      <Facts
        facts={[
          ...nearestCity(card),
          ...statedFacts(card.fact_summary),
          ['Ages', card.ages],
          ['Gender', card.gender],
          ['Locations', placesOf(card)],
          ['Phase', card.phase],
          ['Study Type', card.study_type],
          ['Sponsor', card.sponsor],
        ]}
      />
      <SaveButton id={card.nct_number} title={card.full_title} />
    </article>
  );
}

/** The number of open sites and the place of the first one. The city is another one if the search names a place. */
function placesOf({ location_count, zip, city, nearest }: RegistryCard): string {
  if (location_count === 0 && zip === '' && city === '') {
    return PLACE_NOT_STATED;
  }
  const first = city && !nearest ? (location_count === 1 ? ` in ${city}` : `, one in ${city}`) : '';
  return `${location_count}${zip && ` (ZIP ${zip})`}${first}`;
}
