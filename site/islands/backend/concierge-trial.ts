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
export type ConciergeTrial = { accountSid: string; flowId: string; nctNumber: string; studySysId: string };

/** The trial of an id; nothing when there is none. */
export async function conciergeTrial(id: string): Promise<ConciergeTrial | null> {
  const trials = id.startsWith('STU')
    ? (await call({ path: `/backend/trial?id=${id}&ptr=ps`, read: shaped(systemShape) })).study.result
    : (await call({ path: `/backend/study?id=${id}`, read: shaped(listShape) })).result;
  const trial = trials[0];
  return trial
    ? {
        accountSid: trial.account_sid.trim(),
        flowId: trial.flex_flow_id,
        nctNumber: trial.nct_number,
        studySysId: trial.study_sys_id,
      }
    : null;
}
