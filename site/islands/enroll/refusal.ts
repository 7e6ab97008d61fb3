import { BackendError, plainSentence } from '../backend/backend-error';
import { EMAIL_EXISTS, PARTICIPANT_ERROR } from '../messages/sign-up';
import type { FieldError } from '../wire/FieldError';

/** What to show when a participant could not be created, and the server's code of the problem, if it sent one. */
export type Refusal = { code: string | null; title: string; errors: FieldError[]; help: string[] };

const INPUT_IS_SAFE = 'Nothing that you typed is lost. You can try again.';

/** Turns the server's rejection of a sign-up, or a failed call, into what to show. */
export function refusalOf(error: unknown): Refusal {
  const failed = {
    code: null,
    title: PARTICIPANT_ERROR,
    errors: [],
    help: [plainSentence(error), INPUT_IS_SAFE],
  };
  if (!(error instanceof BackendError) || error.failure.kind !== 'problem') {
    return isForbidden(error) ? { ...failed, title: EMAIL_EXISTS, help: [] } : failed;
  }
  const { status, problem, retryAfter } = error.failure;
  const { code, detail, errors = [] } = problem;
  const refusal = { ...failed, code };
  switch (code) {
    case 'form_invalid':
    case 'age_answer_differs':
    case 'age_not_admitted':
    case 'representative_needed':
      return { ...refusal, title: detail, errors };
    case 'captcha_invalid':
    case 'captcha_expired':
    case 'captcha_used':
    case 'captcha_elsewhere':
      return { ...refusal, errors: [{ field: 'captcha', message: detail }] };
    case 'consent_missing':
      return { ...refusal, errors: errors.length > 0 ? errors : [{ field: 'consents', message: detail }] };
    case 'prescreen_incomplete':
      return refusal;
    case 'document_missing':
    case 'documents_changed':
      return { ...refusal, title: detail, help: [INPUT_IS_SAFE] };
    case 'screener_failed':
    case 'too_many_checks':
    case 'too_many_checks_of_network':
    case 'site_not_open':
    case 'study_not_open':
      return { ...refusal, title: detail, help: [PARTICIPANT_ERROR] };
    case 'email_exists':
      return {
        ...refusal,
        title: EMAIL_EXISTS,
        errors: [
          {
            field: 'email',
            message:
              'You used this address here before. Load this page again to go on with that sign up, or use another address',
          },
        ],
      };
    case 'too_many_requests':
      return { ...refusal, help: [waitSentence(retryAfter), INPUT_IS_SAFE] };
  }
  if (status >= 500) {
    return { ...refusal, title: `${detail} ${PARTICIPANT_ERROR}`, help: [INPUT_IS_SAFE] };
  }
  return refusal;
}

function isForbidden(error: unknown): boolean {
  return error instanceof BackendError && error.failure.kind === 'refused' && error.failure.status === 403;
}

function waitSentence(seconds: number | null): string {
  const minutes = Math.ceil((seconds ?? 60) / 60);
  return `There were many sign-ups from your network. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} before you try again.`;
}
