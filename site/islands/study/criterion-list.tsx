import type { Criterion } from '../wire/Criterion';
import { type CriterionNode, groupsOf } from './criterion-tree';

/** The mark of each criterion: a tick, a cross, or a dot. */
export type CriterionMark = 'yes' | 'no' | 'neutral';

/** Criteria as nested lists below their subheadings. */
export function CriterionList({ criteria, mark }: { criteria: Criterion[]; mark: CriterionMark }) {
  return groupsOf(criteria).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two groups may have the same heading
    <div className="criteria__group" key={index}>
      {group.heading && <h4 className="criteria__heading">{group.heading}</h4>}
      {group.criteria.length > 0 && <Nodes nodes={group.criteria} className={`criteria criteria--${mark}`} />}
    </div>
  ));
}

function Nodes({ nodes, className }: { nodes: CriterionNode[]; className: string }) {
  return (
    <ul className={className}>
      {nodes.map(({ criterion, below }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two criteria may have the same words
        <li key={index}>
          {criterion.text}
          {below.length > 0 && <Nodes nodes={below} className="criteria criteria--below" />}
        </li>
      ))}
    </ul>
  );
}
