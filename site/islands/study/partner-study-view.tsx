import { useState } from 'react';
import { useAddress } from '../use-address';
import type { SiteView } from '../wire/SiteView';
import { AboutStudy } from './about-study';
import { Criteria } from './criteria';
import { KeyFacts } from './key-facts';
import { MoreSitesInRegistry } from './more-sites-in-registry';
import { siteSummary } from './places';
import { PrescreeningSection } from './prescreening-section';
import { QuestionsToAsk } from './questions-to-ask';
import { SignUpCard } from './sign-up-card';
import { SiteChooser } from './site-chooser';
import { siteForVisitor } from './site-of-address';
import { StudyHead } from './study-head';
import type { StudyViewProps } from './study-view-props';
import { summaryFacts } from './summary-facts';
import { TakingPart } from './taking-part';
import { whoCanJoin } from './who-can-join';

/** The page of a partner study, with its sites and the way to sign up. */
export function PartnerStudyView({ page, map }: StudyViewProps) {
  const address = useAddress();
  const [clicked, setClicked] = useState<SiteView | null>(null);
  const chosen = clicked ?? siteForVisitor(address?.query ?? null, page.sites);
  return (
    <article className="study">
      <div className="study__top">
        <div className="study__main">
          <StudyHead page={page} />
          <KeyFacts
            facts={[
              { name: 'Who Can Join', value: whoCanJoin(page) },
              ...summaryFacts(page.fact_summary).map(([name, value]) => ({ name, value })),
              { name: 'Where', value: siteSummary(page.sites) },
            ]}
          />
        </div>
        <SignUpCard
          signUp={page.sign_up}
          soon={page.status.tone === 'soon'}
          site={chosen}
          hasOtherSites={page.sites.filter((site) => site.takes_sign_ups).length > 1}
          condition={page.conditions[0]}
          news={page.status.tone === 'soon' ? (page.nct_number ?? page.study_number) : null}
        />
      </div>
      <SiteChooser sites={page.sites} map={map} signUp={page.sign_up} chosen={chosen} onChoose={setClicked} />
      {page.nct_number && <MoreSitesInRegistry number={page.nct_number} sites={page.sites} />}
      <TakingPart page={page} />
      <Criteria page={page} />
      <PrescreeningSection page={page} site={chosen} />
      <QuestionsToAsk page={page} />
      <AboutStudy page={page} />
    </article>
  );
}
