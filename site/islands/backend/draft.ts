import * as v from 'valibot';
import type { DraftRequest } from '../wire/DraftRequest';
import type { FieldError } from '../wire/FieldError';
import { call } from './call';
import { shaped } from './shape';

const draftShape: v.GenericSchema<unknown, { errors: FieldError[] }> = v.object({
  errors: v.array(v.object({ field: v.string(), message: v.string() })),
});

/**
 * Keeps the draft of a sign-up on the server for a day, for this browser alone, and returns the form's wrong values. An empty
 * form removes the draft. The call outlives the page.
 */
export async function keepDraft(
  studyNumber: string,
  draft: Omit<DraftRequest, 'study_number'>,
): Promise<FieldError[]> {
  const { errors } = await call({
    path: '/backend/draft',
    body: { study_number: studyNumber, ...draft },
    read: shaped(draftShape),
    keepalive: true,
  });
  return errors;
}
