import type { FactSummary } from '../wire/FactSummary';

/** The names and values of the facts in short. A missing one is not stated. */
export function summaryFacts(summary: FactSummary): [name: string, value: string][] {
  return factsOf(summary).map(([name, value]) => [name, value ?? 'Not stated']);
}

/** The names and values of the facts in short that are stated. Records of the registry seldom state them. */
export function statedFacts(summary: FactSummary): [name: string, value: string][] {
  return factsOf(summary).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function factsOf({ length, visits, placebo }: FactSummary): [name: string, value: string | null][] {
  return [
    ['How Long', length],
    ['Visits', visits],
    ['Placebo', placebo],
  ];
}
