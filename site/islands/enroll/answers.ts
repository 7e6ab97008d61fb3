import type { Answer } from '../wire/Answer';
import type { PublicQuestion } from '../wire/PublicQuestion';

/** An answer with the order of its question, for the participant's record. */
export type AnsweredQuestion = Answer & { order: string };

/** Adds the order of their questions to answers. */
export function withOrder(answers: Answer[], questions: PublicQuestion[]): AnsweredQuestion[] {
  return answers.map((answer) => ({
    ...answer,
    order: questions.find(({ sys_id }) => sys_id === answer.sys_id)?.order ?? '',
  }));
}

/** Whether an answer differs from an earlier one to the same question. */
export function isChanged(given: Answer[], earlier: Answer[]): boolean {
  return given.some(({ sys_id, answer }) =>
    earlier.some((before) => before.sys_id === sys_id && before.answer !== answer),
  );
}
