import * as v from 'valibot';
import { call } from './call';
import { shapeReader } from './shape';

const listShape = v.object({
  result: v.array(
    v.object({ snow_study_number: v.string(), nct_number: v.string(), study_name: v.string() }),
  ),
});

/** A partner study that visitors can join here. */
export type OurStudy = { number: string; name: string; href: string };

/** The partner studies that visitors can join here. The answer has one record per site; the result has one per study. */
export async function ourStudies(signal?: AbortSignal): Promise<OurStudy[]> {
  const { result } = await call({ path: '/backend/ourstudies', read: shapeReader(listShape), signal });
  const byNumber = new Map(
    result.map(({ snow_study_number: number, nct_number, study_name: name }) => [
      number,
      { number, name, href: `/study/${nct_number || number}` },
    ]),
  );
  return [...byNumber.values()];
}
