import { BackendError, plainSentence } from '../backend/backend-error';
import type { Captcha } from './use-captcha';
import type { FormErrors } from './use-form-errors';

/** A form with a captcha: its error title, errors, captcha, and field names. */
export type RefusedForm = { title: string; errors: FormErrors; captcha: Captcha; fields: readonly string[] };

/** Shows why the server rejected a form, or that the call failed. */
export function showRefusal(error: unknown, { title, errors, captcha, fields }: RefusedForm): void {
  const problem =
    error instanceof BackendError && error.failure.kind === 'problem' ? error.failure.problem : null;
  if (problem) {
    // The server consumed the captcha, whatever it answered.
    captcha.renew();
  }
  const fieldErrors = problem?.errors?.filter(({ field }) => fields.includes(field)) ?? [];
  if (problem?.code.startsWith('captcha_')) {
    errors.show(title, [{ field: 'captcha', message: problem.detail }]);
  } else if (fieldErrors.length > 0) {
    errors.show(title, fieldErrors);
  } else {
    errors.fail(plainSentence(error), problem?.errors?.map(({ message }) => message) ?? []);
  }
}
