import type { Criterion } from '../wire/Criterion';

/** A criterion with its nested criteria. */
export type CriterionNode = { criterion: Criterion; below: CriterionNode[] };

/** The criteria below one subheading, or before the first. */
export type CriterionGroup = { heading: string | null; criteria: CriterionNode[] };

/** Splits a flat list at its subheadings and nests the criteria by level. */
export function groupsOf(criteria: Criterion[]): CriterionGroup[] {
  const groups: { heading: string | null; flat: Criterion[] }[] = [];
  for (const criterion of criteria) {
    const last = groups.at(-1);
    if (criterion.heading) {
      groups.push({ heading: criterion.text, flat: [] });
    } else if (last) {
      last.flat.push(criterion);
    } else {
      groups.push({ heading: null, flat: [criterion] });
    }
  }
  return groups.map(({ heading, flat }) => ({ heading, criteria: nestByLevel(flat) }));
}

function nestByLevel(flat: Criterion[]): CriterionNode[] {
  const roots: CriterionNode[] = [];
  const path: CriterionNode[] = [];
  for (const criterion of flat) {
    const node: CriterionNode = { criterion, below: [] };
    while (path.length > 0 && (path.at(-1)?.criterion.level ?? 0) >= criterion.level) {
      path.pop();
    }
    (path.at(-1)?.below ?? roots).push(node);
    path.push(node);
  }
  return roots;
}
