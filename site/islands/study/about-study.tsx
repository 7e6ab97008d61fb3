import { type ReactNode, useSyncExternalStore } from 'react';
import { neverChanges } from '../never-changes';
import type { StudyPage } from '../wire/StudyPage';
import { Conditions } from './conditions';
import { explainedDetails } from './explained-details';
import { explainedTexts } from './explained-texts';
import { plainDate } from './plain-date';

const UPDATED = 'Last Updated';
const MAY_HAVE_CHANGED = 'This is more than a year ago. Ask the study team what has changed.';
/** In milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** More details about a study. */
export function AboutStudy({ page }: { page: StudyPage }) {
  // The server doesn't know the date when the page is read.
  const isOld = useSyncExternalStore(
    neverChanges,
    () => page.last_updated !== null && Date.now() - Date.parse(page.last_updated) > YEAR,
    () => false,
  );
  const description = explainedTexts(page.terms, 'description', page.description);
  return (
    <section className="study__section" aria-labelledby="about-study">
      <h2 className="section__title" id="about-study">
        About This Trial
      </h2>
      {page.description.length > 0 && (
        <div className="prose">
          {description.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes, and a paragraph may appear twice
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      )}
      <dl className="details">
        {factsOf(page).map(([name, value]) => (
          <div className="details__item" key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {name === UPDATED && isOld && <span className="details__note"> {MAY_HAVE_CHANGED}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Phase, gender, and ages are listed even if the record lacks them. */
function factsOf(page: StudyPage): [string, ReactNode][] {
  const { phase, type, officialTitle } = explainedDetails(page);
  const facts: [string, ReactNode][] = [
    ['Official Title', officialTitle],
    ['NCT ID', page.nct_number],
    ['Study Number', page.study_number],
    ['Conditions', <Conditions key="conditions" conditions={page.conditions} />],
    ['Phase', phase || 'None'],
    ['Study Type', type],
    ['Gender', page.gender || 'None'],
    ['Ages', page.ages || 'None'],
    ['Sponsor', page.sponsor],
    [UPDATED, page.last_updated && plainDate(page.last_updated)],
  ];
  return facts.filter(([, value]) => Boolean(value));
}
