import { useAddress } from '../use-address';
import type { SiteView } from '../wire/SiteView';

/** The registry number of a partner study, and its own sites. */
export type MoreSitesProps = { number: string; sites: SiteView[] };

/** Says that the registry may list more sites of a partner study, above all in the country that was searched. */
export function MoreSitesInRegistry({ number, sites }: MoreSitesProps) {
  const country = useAddress()?.query.get('in')?.trim() ?? '';
  const isHere = sites.some((site) => site.country.trim().toLowerCase() === country.toLowerCase());
  const isElsewhere = country !== '' && sites.length > 0 && !isHere;
  return (
    <p className={isElsewhere ? 'note' : undefined}>
      {isElsewhere && `You can’t sign up through us in ${country}. `}
      The public registry may list more sites. They take no sign-ups here, but the record says how to reach
      them.{' '}
      <a href={`https://clinicaltrials.gov/study/${number}#contacts-and-locations`} rel="noreferrer">
        See all sites at ClinicalTrials.gov
      </a>
    </p>
  );
}
