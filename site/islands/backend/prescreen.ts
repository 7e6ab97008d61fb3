import * as v from 'valibot';
import type { Answer } from '../wire/Answer';
import { call } from './call';
import { shapeReader } from './shape';

const screeningShape = v.object({ passed: v.boolean(), message: v.optional(v.string()) });

/** The result of the pre-screening. */
export type Screening = v.InferOutput<typeof screeningShape>;

/** Sends the answers to the server, which compares them with those the study expects. */
export function prescreen(studyNumber: string, answers: Answer[]): Promise<Screening> {
  return call({
    path: '/backend/prescreen',
    body: { study_number: studyNumber, answers },
    read: shapeReader(screeningShape),
  });
}
