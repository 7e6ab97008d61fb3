import * as v from 'valibot';
import type { Answer } from '../wire/Answer';
import { call } from './call';
import { shaped } from './shape';

const screeningShape = v.object({ passed: v.boolean(), message: v.optional(v.string()) });

/** What the primary screener says. */
export type Screening = v.InferOutput<typeof screeningShape>;

/** Has the server compare answers with what the study expects. */
export function prescreen(studyNumber: string, answers: Answer[]): Promise<Screening> {
  return call({
    path: '/backend/prescreen',
    body: { study_number: studyNumber, answers },
    read: shaped(screeningShape),
  });
}
