import { NO_CRITERIA, NO_INCLUSION, OTHER_CRITERIA } from '../messages/study';
import type { Criterion } from '../wire/Criterion';
import type { EligibilityCriteria } from '../wire/EligibilityCriteria';
import type { StudyPage } from '../wire/StudyPage';
import { CriterionList, type WordsOfCriterion } from './criterion-list';
import { explainedTexts } from './explained-texts';

/** The eligibility criteria of a study. */
export function Criteria({ page: { criteria, terms } }: { page: StudyPage }) {
  const all = [...criteria.general, ...criteria.inclusion, ...criteria.exclusion];
  const explained = explainedTexts(
    terms,
    'criteria',
    all.map(({ text }) => text),
  );
  const words = new Map(all.map((criterion, index) => [criterion, explained[index]]));
  return (
    <section className="study__section" id="criteria" aria-labelledby="criteria-title">
      <h2 className="section__title" id="criteria-title">
        Who Can Take Part
      </h2>
      {hasNone(criteria) ? (
        <p className="note">{NO_CRITERIA}</p>
      ) : (
        <Cards criteria={criteria} wordsOf={(criterion) => words.get(criterion)} />
      )}
      {criteria.has_others && <p>{OTHER_CRITERIA}</p>}
    </section>
  );
}

type CardsProps = { criteria: EligibilityCriteria; wordsOf: WordsOfCriterion };

function Cards({ criteria: { inclusion, exclusion, general }, wordsOf }: CardsProps) {
  return (
    <>
      {general.length > 0 && (
        <section className="card criteria__general">
          <h3 className="card__title">What the study looks at</h3>
          <CriterionList criteria={general} mark="neutral" wordsOf={wordsOf} />
        </section>
      )}
      {(inclusion.length > 0 || exclusion.length > 0) && (
        <div className="criteria__cards">
          <Card
            title="You may be able to join if"
            criteria={inclusion}
            mark="yes"
            none={NO_INCLUSION}
            wordsOf={wordsOf}
          />
          <Card title="You can't join if" criteria={exclusion} mark="no" none="None" wordsOf={wordsOf} />
        </div>
      )}
    </>
  );
}

type CardProps = {
  title: string;
  criteria: Criterion[];
  mark: 'yes' | 'no';
  none: string;
  wordsOf: WordsOfCriterion;
};

function Card({ title, criteria, mark, none, wordsOf }: CardProps) {
  return (
    <section className="card">
      <h3 className="card__title">{title}</h3>
      {criteria.length > 0 ? (
        <CriterionList criteria={criteria} mark={mark} wordsOf={wordsOf} />
      ) : (
        <p>{none}</p>
      )}
    </section>
  );
}

function hasNone({ inclusion, exclusion, general }: EligibilityCriteria): boolean {
  return inclusion.length + exclusion.length + general.length === 0;
}
