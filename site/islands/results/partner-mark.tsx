import type { PartnerMark as Mark } from '../wire/PartnerMark';

/** The partner of a listed study. */
export function PartnerMark({ partner }: { partner: Mark | null }) {
  return (
    partner && (
      <p className="study-card__partner">
        <img src={`/logos/${partner.logo}.svg`} alt="" width="24" height="24" loading="lazy" />
        {partner.label}
      </p>
    )
  );
}
