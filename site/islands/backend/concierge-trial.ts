import * as v from 'valibot';
import { call } from './call';
import { shapeReader } from './shape';

const trialShape = v.object({
  account_sid: v.string(),
  flex_flow_id: v.string(),
  nct_number: v.string(),
  study_sys_id: v.string(),
});
const listShape = v.object({ result: v.array(trialShape) });
const systemShape = v.object({ study: listShape });

/** A trial's data for a chat with a nurse. */
export type ConciergeTrial = v.InferOutput<typeof trialShape>;

/** The trial with this id, or null. */
export async function conciergeTrial(id: string): Promise<ConciergeTrial | null> {
  const trials = id.startsWith('STU')
    ? (await call({ path: `/backend/trial?id=${id}&ptr=ps`, read: shapeReader(systemShape) })).study.result
    : (await call({ path: `/backend/study?id=${id}`, read: shapeReader(listShape) })).result;
  return trials[0] ?? null;
}
