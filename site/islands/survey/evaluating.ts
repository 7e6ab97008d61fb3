/** A question of a survey with the results of the answers that were chosen: whether each of them passes. */
export type Answered = { id: string; results: boolean[] };

/** A question whose answers count in the place of another's, where one of the other's fails, and only there. */
export type Substitution = { when: string; use: string };

/** The questions without an answer. */
export function unanswered(survey: Answered[]): Answered[] {
  return survey.filter(({ results }) => results.length === 0);
}

/** Whether every answer that counts passes. */
export function qualifies(survey: Answered[], special?: Substitution): boolean {
  const passes = (id: string) =>
    survey.every((question) => question.id !== id || question.results.every((result) => result));
  const left = special && passes(special.when) ? special.use : special?.when;
  return survey.every(({ id }) => id === left || passes(id));
}
