import { StatusMark } from '../parts/status-mark';
import { siteSummary } from '../study/places';
import { plainDate } from '../study/plain-date';
import { whoCanJoin } from '../study/who-can-join';
import type { StudyPage } from '../wire/StudyPage';

/** Compares studies side by side. */
export function Comparison({ studies }: { studies: StudyPage[] }) {
  return (
    <section className="study__section" aria-labelledby="comparison">
      <h2 className="section__title" id="comparison">
        Side by Side
      </h2>
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
            {FACTS.map(([name, factOf]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {studies.map((study) => (
                  <td key={study.id}>{factOf(study) || 'None'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const FACTS: [name: string, factOf: (study: StudyPage) => string | null][] = [
  ['Who Can Join', whoCanJoin],
  ['What It Tests', (study) => study.summary],
  ['Conditions', (study) => study.conditions.join(', ')],
  ['How Long', (study) => study.duration],
  ['Where', (study) => siteSummary(study.sites)],
  ['Phase', (study) => study.phase],
  ['Study Type', (study) => study.study_type],
  ['Sponsor', (study) => study.sponsor],
  ['Number', (study) => study.id],
  ['Last Updated', (study) => study.last_updated && plainDate(study.last_updated)],
];
