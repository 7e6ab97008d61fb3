import * as v from 'valibot';
import type { PublicQuestion } from '../wire/PublicQuestion';
import { call } from './call';
import { shapeReader } from './shape';

const questionShape = v.object({
  sys_id: v.string(),
  question: v.string(),
  for_someone_else: v.exactOptional(v.string()),
  answer_of_minors: v.exactOptional(v.picklist(['True', 'False'])),
  order: v.string(),
  active: v.string(),
  sys_created_on: v.string(),
}) satisfies v.GenericSchema<unknown, PublicQuestion>;

const questionsShape = v.object({ result: v.array(questionShape) });

/** The pre-screening questions of a study, in order. */
export async function questionsOf(
  sysId: string,
  studyNumber: string,
  signal?: AbortSignal,
): Promise<PublicQuestion[]> {
  const query = new URLSearchParams({ id: sysId, studyId: studyNumber });
  const { result } = await call({
    path: `/backend/questiongroup?${query}`,
    read: shapeReader(questionsShape),
    signal,
  });
  return result;
}
