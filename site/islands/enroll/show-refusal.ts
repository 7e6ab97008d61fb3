import { BackendError, plainSentence } from '../backend/backend-error';
import type { Captcha } from './use-captcha';
import type { FormErrors } from './use-form-errors';

/** A form with a captcha: its title for errors, its errors, its captcha, and the fields that it has. */
export type RefusedForm = { title: string; errors: FormErrors; captcha: Captcha; fields: readonly string[] };

/** Shows why the server did not take a form, or that it did not answer. */
export function showRefusal(error: unknown, { title, errors, captcha, fields }: RefusedForm): void {
  const problem =
    error instanceof BackendError && error.failure.kind === 'problem' ? error.failure.problem : null;
  if (problem) {
    // Whatever the server answers, it took the captcha that went along.
    captcha.renew();
  }
  const ofFields = problem?.errors?.filter(({ field }) => fields.includes(field)) ?? [];
  if (problem?.code.startsWith('captcha_')) {
    errors.show(title, [{ field: 'captcha', message: problem.detail }]);
  } else if (ofFields.length > 0) {
    errors.show(title, ofFields);
  } else {
    errors.fail(plainSentence(error), problem?.errors?.map(({ message }) => message) ?? []);
  }
}
