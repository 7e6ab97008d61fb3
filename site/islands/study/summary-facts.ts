import type { FactSummary } from '../wire/FactSummary';

/** The names and values of the facts in short. A missing one is not stated. */
export function summaryFacts({ length, visits, placebo }: FactSummary): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ['How Long', length],
    ['Visits', visits],
    ['Placebo', placebo],
  ];
  return facts.map(([name, value]) => [name, value ?? 'Not stated']);
}
