import type { Problem } from '../wire/Problem';

/** Whether an answer is a problem document. The legacy `error` field is ignored. */
export function isProblem(answer: unknown): answer is Problem {
  const { code, detail, errors = [] } = (answer ?? {}) as Partial<Problem>;
  return (
    typeof code === 'string' &&
    typeof detail === 'string' &&
    Array.isArray(errors) &&
    errors.every(({ field, message }) => typeof field === 'string' && typeof message === 'string')
  );
}
