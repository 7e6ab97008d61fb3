import { NOT_STATED_YET } from '../messages/study';
import type { StudyPage } from '../wire/StudyPage';
import { explainedLists } from './explained-texts';

/** What taking part in a study involves, in the order in which patients ask. */
export function TakingPart({ page: { facts, terms } }: { page: StudyPage }) {
  if (facts.length === 0) {
    return null;
  }
  const answers = explainedLists(
    terms,
    'facts',
    facts.map(({ statements }) => statements),
  );
  return (
    <section className="study__section" aria-labelledby="taking-part">
      <h2 className="section__title" id="taking-part">
        What Taking Part Involves
      </h2>
      <dl className="details details--questions">
        {facts.map(({ topic, question, statements }, index) => (
          <div className="details__item" key={topic}>
            <dt>{question}</dt>
            <dd>
              {statements.map((statement, place) => (
                <p key={statement}>{answers[index]?.[place]}</p>
              ))}
              {statements.length === 0 && <p className="details__note">{NOT_STATED_YET}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
