import { STUDIES_NOT_FOUND } from '../messages/search';
import { TryAgain } from '../parts/try-again';
import type { SearchAnswer } from '../wire/SearchAnswer';
import type { SearchSource } from '../wire/SearchSource';
import type { StudyCard } from '../wire/StudyCard';
import { Pagination } from './pagination';
import { PartnerStudyCard } from './partner-study-card';
import { RegistryStudyCard } from './registry-study-card';
import { WhatWasUnderstood } from './what-was-understood';

/** The most registry studies that a search lists. */
const MOST_OF_REGISTRY = 20;

/** What a search has found. */
export type FoundStudiesProps = {
  answer: SearchAnswer;
  choices: string;
  embedded: boolean;
  onRetry: () => void;
};

/** The number of studies, one page of them, and the way to the other pages. */
export function FoundStudies({ answer, choices, embedded, onRetry }: FoundStudiesProps) {
  return (
    <section className="found" aria-labelledby="count">
      <h2 className="found__count" id="count">
        Number of Clinical trials - {answer.total}
      </h2>
      <WhatWasUnderstood answer={answer} embedded={embedded} />
      {answer.failed.length > 0 && <TryAgain message={missingPart(answer.failed)} onRetry={onRetry} />}
      {answer.studies.length > 0 ? (
        <ul className="cards">
          {answer.studies.map((card) => (
            <li key={keyOf(card)}>
              {card.kind === 'partner' ? (
                <PartnerStudyCard card={card} embedded={embedded} />
              ) : (
                <RegistryStudyCard card={card} embedded={embedded} />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <NothingFound />
      )}
      <MoreInTheRegistry answer={answer} />
      <Pagination answer={answer} choices={choices} embedded={embedded} />
    </section>
  );
}

/** A list ends somewhere; who looks for more has to say more. */
function MoreInTheRegistry({ answer }: { answer: SearchAnswer }) {
  const shown = answer.studies.filter((card) => card.kind === 'registry').length;
  if (answer.page < answer.pages || shown === 0 || answer.registry_total <= MOST_OF_REGISTRY) {
    return null;
  }
  return (
    <p className="found__more">
      These are the {MOST_OF_REGISTRY} best of {answer.registry_total} studies in the public registry. To find
      others, search for a more exact condition.
    </p>
  );
}

function NothingFound() {
  return (
    <div className="note">
      <p className="note__title">{STUDIES_NOT_FOUND}</p>
      <p>
        Try a shorter or more common name, such as “asthma”. Check the spelling, or choose another country.
        New studies are added every week.
      </p>
    </div>
  );
}

function keyOf(card: StudyCard): string {
  return card.kind === 'partner' ? card.study_number : card.nct_number;
}

function missingPart(failed: SearchSource[]): string {
  if (failed.length > 1) {
    return 'We couldn’t load the studies this time.';
  }
  return failed[0] === 'partner'
    ? 'We couldn’t load our own studies this time. Studies of the public registry are below.'
    : 'We couldn’t load the public registry this time. Our own studies are below.';
}
