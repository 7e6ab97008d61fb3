import * as v from 'valibot';
import type { DraftRequest } from '../wire/DraftRequest';
import type { FieldError } from '../wire/FieldError';
import { call } from './call';
import { shapeReader } from './shape';

const draftShape: v.GenericSchema<unknown, { errors: FieldError[] }> = v.object({
  errors: v.array(v.object({ field: v.string(), message: v.string() })),
});

/**
 * Stores the draft of a sign-up on the server for a day, for this browser only, and returns the form's errors. An empty
 * form removes the draft.
 */
export async function saveDraft(
  studyNumber: string,
  draft: Omit<DraftRequest, 'study_number'>,
): Promise<FieldError[]> {
  const { errors } = await call({
    path: '/backend/draft',
    body: { study_number: studyNumber, ...draft },
    read: shapeReader(draftShape),
  });
  return errors;
}
