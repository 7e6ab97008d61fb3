import { NOT_STATED_YET } from '../messages/study';
import type { Fact } from '../wire/Fact';

/** What taking part in a study involves, in the order in which patients ask. */
export function TakingPart({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) {
    return null;
  }
  return (
    <section className="study__section" aria-labelledby="taking-part">
      <h2 className="section__title" id="taking-part">
        What Taking Part Involves
      </h2>
      <dl className="details details--questions">
        {facts.map(({ topic, question, statements }) => (
          <div className="details__item" key={topic}>
            <dt>{question}</dt>
            <dd>
              {statements.map((statement) => (
                <p key={statement}>{statement}</p>
              ))}
              {statements.length === 0 && <p className="details__note">{NOT_STATED_YET}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
