import { NOT_RECRUITING } from '../messages/search';
import { TryAgain } from '../parts/try-again';
import type { SearchAnswer } from '../wire/SearchAnswer';
import type { SearchSource } from '../wire/SearchSource';
import type { StudyCard } from '../wire/StudyCard';
import { NothingFound } from './nothing-found';
import { Pagination } from './pagination';
import { PartnerStudyCard } from './partner-study-card';
import { RegistryStudyCard } from './registry-study-card';
import { AboutSearch, SearchInterpretation } from './search-interpretation';
import { type Unreadable, UnreadableChoices } from './unreadable-choices';

/** The maximum number of registry studies that a search lists. */
const MAX_REGISTRY_STUDIES = 20;

/** Sections for studies that do not fit the whole search. */
const OTHERS = [
  {
    fit: 'part',
    title: 'Studies About a Part of Your Search',
    text: 'These don’t fit everything that you typed, or don’t say who can join. Read with care what each one is about.',
  },
  {
    fit: 'near',
    title: 'Related Studies',
    text: 'These are about something wider than what you typed, or about a part of it. They may not be for you.',
  },
] as const;

/** The answer of a search, and how to show it. */
export type FoundStudiesProps = {
  answer: SearchAnswer;
  choices: string;
  embedded: boolean;
  unreadable?: Unreadable | undefined;
  onRetry: () => void;
};

/** The number of studies, one page of them, and links to the other pages. */
export function FoundStudies({ answer, choices, embedded, unreadable, onRetry }: FoundStudiesProps) {
  const fitting = answer.studies.filter((card) => card.fit === 'all');
  const others = OTHERS.map((kind) => ({
    ...kind,
    cards: answer.studies.filter((card) => card.fit === kind.fit),
  }));
  return (
    <section className="found" aria-labelledby="count">
      <h2 className="found__count" id="count">
        Number of Clinical trials - {answer.total}
      </h2>
      {answer.crisis_help !== null && (
        <p className="note note--warning">
          {answer.crisis_help} <a href="tel:988">Call 988</a>
        </p>
      )}
      {answer.completed.map((number) => (
        <p className="note note--warning" key={number}>
          {number}: <a href={`/study/${number}`}>{NOT_RECRUITING}</a>
        </p>
      ))}
      <UnreadableChoices unreadable={unreadable} />
      <SearchInterpretation answer={answer} embedded={embedded} />
      {answer.failed.length > 0 && (
        <TryAgain isAlert message={missingPart(answer.failed)} onRetry={onRetry} />
      )}
      {fitting.length > 0 && <Cards cards={fitting} />}
      {answer.total === 0 && answer.page === 1 && <NothingFound answer={answer} embedded={embedded} />}
      {others.map(
        ({ fit, title, text, cards }) =>
          cards.length > 0 && (
            <section key={fit} className="found__others" aria-labelledby={fit}>
              <h2 className="found__others-title" id={fit}>
                {title}
              </h2>
              <p>{text}</p>
              <Cards cards={cards} />
            </section>
          ),
      )}
      <ListScope answer={answer} />
      <MoreInRegistry answer={answer} />
      <AboutSearch answer={answer} embedded={embedded} />
      <Pagination answer={answer} choices={choices} embedded={embedded} />
    </section>
  );
}

function Cards({ cards }: { cards: StudyCard[] }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={keyOf(card)}>
          {card.kind === 'partner' ? <PartnerStudyCard card={card} /> : <RegistryStudyCard card={card} />}
        </li>
      ))}
    </ul>
  );
}

/** Says that fewer studies are listed than the numbers next to the filters count. */
function ListScope({ answer: { total, registry_total } }: { answer: SearchAnswer }) {
  const matching = total + Math.max(registry_total - MAX_REGISTRY_STUDIES, 0);
  if (total === 0 || matching === total) {
    return null;
  }
  return (
    <p className="found__scope">
      The list has the {total} that fit best, of {matching} that fit. The numbers beside the filters count all
      that fit.
    </p>
  );
}

/** Says that the list is cut off and how to find more. */
function MoreInRegistry({ answer }: { answer: SearchAnswer }) {
  const shown = answer.studies.filter((card) => card.kind === 'registry').length;
  if (answer.page < answer.pages || shown === 0 || answer.registry_total <= MAX_REGISTRY_STUDIES) {
    return null;
  }
  return (
    <p className="found__more">
      These are the {MAX_REGISTRY_STUDIES} best of {answer.registry_total} studies in the public registry. To
      find others, search for a more exact condition.
    </p>
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
