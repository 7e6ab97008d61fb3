/** A question of a survey, and whether each chosen answer passes. */
export type QuestionResults = { id: string; results: boolean[] };

/** The question `use` counts instead of the question `when`, only if the latter fails. */
export type Substitution = { when: string; use: string };

/** The questions without an answer. */
export function unanswered(survey: QuestionResults[]): QuestionResults[] {
  return survey.filter(({ results }) => results.length === 0);
}

/** Whether all relevant answers pass. */
export function qualifies(survey: QuestionResults[], special?: Substitution): boolean {
  const passes = (id: string) =>
    survey.every((question) => question.id !== id || question.results.every((result) => result));
  const left = special && passes(special.when) ? special.use : special?.when;
  return survey.every(({ id }) => id === left || passes(id));
}
