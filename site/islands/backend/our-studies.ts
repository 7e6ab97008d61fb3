import * as v from 'valibot';
import { call } from './call';
import { shaped } from './shape';

const listShape = v.object({
  result: v.array(
    v.object({ snow_study_number: v.string(), nct_number: v.string(), study_name: v.string() }),
  ),
});

/** A study that one can join here. */
export type OurStudy = { number: string; name: string; href: string };

/** The studies that one can join here, each once, though the answer has a record for each site. */
export async function ourStudies(signal?: AbortSignal): Promise<OurStudy[]> {
  const { result } = await call({ path: '/backend/ourstudies', read: shaped(listShape), signal });
  const byNumber = new Map(
    result.map(({ snow_study_number: number, nct_number, study_name: name }) => [
      number,
      { number, name, href: `/study/${nct_number || number}` },
    ]),
  );
  return [...byNumber.values()];
}
