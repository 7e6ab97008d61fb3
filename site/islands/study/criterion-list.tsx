import type { ReactNode } from 'react';
import type { Criterion } from '../wire/Criterion';
import { type CriterionNode, groupsOf } from './criterion-tree';

/** The mark of each criterion: a tick, a cross, or a dot. */
export type CriterionMark = 'yes' | 'no' | 'neutral';

/** Returns the words of a criterion, with its explained terms. */
export type WordsOfCriterion = (criterion: Criterion) => ReactNode;

type CriterionListProps = { criteria: Criterion[]; mark: CriterionMark; wordsOf: WordsOfCriterion };

/** Criteria as nested lists below their subheadings. */
export function CriterionList({ criteria, mark, wordsOf }: CriterionListProps) {
  return groupsOf(criteria).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two groups may have the same heading
    <div className="criteria__group" key={index}>
      {group.heading && <h4 className="criteria__heading">{group.heading}</h4>}
      {group.criteria.length > 0 && (
        <Nodes nodes={group.criteria} className={`criteria criteria--${mark}`} wordsOf={wordsOf} />
      )}
    </div>
  ));
}

type NodesProps = { nodes: CriterionNode[]; className: string; wordsOf: WordsOfCriterion };

function Nodes({ nodes, className, wordsOf }: NodesProps) {
  return (
    <ul className={className}>
      {nodes.map(({ criterion, below }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two criteria may have the same words
        <li key={index}>
          {wordsOf(criterion)}
          {below.length > 0 && <Nodes nodes={below} className="criteria criteria--below" wordsOf={wordsOf} />}
        </li>
      ))}
    </ul>
  );
}
