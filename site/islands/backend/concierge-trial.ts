import * as v from 'valibot';
import { call } from './call';
import { shaped } from './shape';

const trialShape = v.object({
  account_sid: v.string(),
  flex_flow_id: v.string(),
  nct_number: v.string(),
  study_sys_id: v.string(),
});
const listShape = v.object({ result: v.array(trialShape) });
const systemShape = v.object({ study: listShape });

/** What a trial says of its chat with a nurse. */
export type ConciergeTrial = v.InferOutput<typeof trialShape>;

/** The trial of an id; nothing when there is none. */
export async function conciergeTrial(id: string): Promise<ConciergeTrial | null> {
  const trials = id.startsWith('STU')
    ? (await call({ path: `/backend/trial?id=${id}&ptr=ps`, read: shaped(systemShape) })).study.result
    : (await call({ path: `/backend/study?id=${id}`, read: shaped(listShape) })).result;
  return trials[0] ?? null;
}
