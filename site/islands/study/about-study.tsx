import type { StudyPage } from '../wire/StudyPage';
import { plainDate } from './plain-date';

/** The rest of what is known about a study, for those who want it. */
export function AboutStudy({ page }: { page: StudyPage }) {
  return (
    <section className="study__section" aria-labelledby="about-study">
      <h2 className="section__title" id="about-study">
        About This Trial
      </h2>
      {page.description.length > 0 && (
        <div className="prose">
          {page.description.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes, and a paragraph may stand twice
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      )}
      <dl className="details">
        {factsOf(page).map(([name, value]) => (
          <div className="details__item" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf(page: StudyPage): [string, string][] {
  const facts: [string, string | null][] = [
    ['Official Title', page.official_title],
    ['NCT ID', page.nct_number],
    ['Study Number', page.study_number],
    ['Conditions', page.conditions.join(', ')],
    ['Phase', page.phase],
    ['Study Type', page.study_type],
    ['Gender', page.gender],
    ['Ages', page.ages],
    ['Sponsor', page.sponsor],
    ['Last Updated', page.last_updated && plainDate(page.last_updated)],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
