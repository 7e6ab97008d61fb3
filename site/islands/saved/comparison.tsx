import { useState } from 'react';
import { StatusMark } from '../parts/status-mark';
import { siteSummary } from '../study/places';
import { plainDate } from '../study/plain-date';
import { summaryFacts } from '../study/summary-facts';
import { whoCanJoin } from '../study/who-can-join';
import type { StudyPage } from '../wire/StudyPage';
import type { NearestSite } from './nearest-open-site';
import { PlaceField } from './place-field';

/** Compares studies side by side. */
export function Comparison({ studies }: { studies: StudyPage[] }) {
  const [nearest, setNearest] = useState<NearestSite | null>(null);
  const columns = studies.map((study) => ({ study, facts: factsOf(study, nearest) }));
  return (
    <section className="study__section" aria-labelledby="comparison">
      <h2 className="section__title" id="comparison">
        Side by Side
      </h2>
      <PlaceField onFind={(found) => setNearest(() => found)} />
      <p className="comparison__hint">Swipe sideways to see all of it.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="comparison" aria-label="Comparison, can be scrolled sideways" tabIndex={0}>
        <table className="comparison__table">
          <thead>
            <tr>
              <td />
              {studies.map((study) => (
                <th key={study.id} scope="col">
                  <a href={`/study/${study.id}`}>{study.title}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Status</th>
              {studies.map((study) => (
                <td key={study.id}>
                  <StatusMark status={study.status} />
                </td>
              ))}
            </tr>
            {columns[0]?.facts.map(([name], row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map(({ study, facts }) => (
                  <td key={study.id}>{facts[row]?.[1] || 'Not stated'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** The rows of a study's column. All studies have the same rows. */
function factsOf(study: StudyPage, nearest: NearestSite | null): [name: string, value: string | null][] {
  return [
    ['Who Can Join', whoCanJoin(study)],
    ['What It Tests', study.summary],
    ['Conditions', study.conditions.join(', ')],
    ...summaryFacts(study.fact_summary),
    ['Where', siteSummary(study.sites)],
    ...nearestFact(study, nearest),
    ['Phase', study.phase],
    ['Study Type', study.study_type],
    ['Sponsor', study.sponsor],
    ['Number', study.id],
    ['Last Updated', study.last_updated && plainDate(study.last_updated)],
  ];
}

/** The nearest open site, once the visitor has named a place. */
function nearestFact({ sites }: StudyPage, nearest: NearestSite | null): [string, string][] {
  return nearest ? [['Nearest Open Site', nearest(sites)]] : [];
}
