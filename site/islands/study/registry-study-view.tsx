import { GetNotified } from '../notify/get-notified';
import { AboutStudy } from './about-study';
import { Contacts, canBeReached } from './contacts';
import { Criteria } from './criteria';
import { explainedDetails } from './explained-details';
import { KeyFacts } from './key-facts';
import { siteSummary } from './places';
import { QuestionsToAsk } from './questions-to-ask';
import { RegistrySites } from './registry-sites';
import { StudyHead } from './study-head';
import type { StudyViewProps } from './study-view-props';
import { TakingPart } from './taking-part';
import { whoCanJoin } from './who-can-join';

/** The page of a registry study: with contacts, but without a sign-up. */
export function RegistryStudyView({ page, map }: StudyViewProps) {
  const { phase, type } = explainedDetails(page);
  return (
    <article className="study">
      <div className="study__top">
        <div className="study__main">
          <StudyHead page={page} />
          <KeyFacts
            facts={[
              { name: 'Who Can Join', value: whoCanJoin(page) },
              { name: 'Study Type', value: type ?? 'Not stated' },
              { name: 'Where', value: siteSummary(page.sites) },
              { name: 'Phase', value: phase ?? 'None' },
            ]}
          />
        </div>
        <aside className="card sign-up-card" aria-labelledby="sign-up-card">
          <h2 className="card__title" id="sign-up-card">
            Ask the Study Team
          </h2>
          <p id="no-sign-up">
            You can’t sign up for this study here.{' '}
            {page.contacts.some(canBeReached) ? 'The people named below' : 'Its record'} can tell you more.
          </p>
          {page.nct_number && (
            <p>
              <a href={`https://clinicaltrials.gov/study/${page.nct_number}`} rel="noreferrer">
                Read the record at ClinicalTrials.gov
              </a>
            </p>
          )}
          <button className="button" type="button" disabled aria-describedby="no-sign-up">
            Sign Up
          </button>
          {page.nct_number && (
            <GetNotified
              subject={{ study: page.nct_number }}
              isOpen={page.status.tone === 'open'}
              contact={page.introduction_to}
            />
          )}
        </aside>
      </div>
      <Contacts contacts={page.contacts} />
      <RegistrySites sites={page.sites} map={map} />
      <TakingPart page={page} />
      <Criteria page={page} />
      <QuestionsToAsk page={page} />
      <AboutStudy page={page} />
    </article>
  );
}
