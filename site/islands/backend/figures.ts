import * as v from 'valibot';
import type { PublicFigures } from '../wire/PublicFigures';
import { call } from './call';
import { shapeReader } from './shape';

const shape = v.object({
  contact_text: v.string(),
  registry: v.nullable(v.object({ updates_text: v.string(), freshness_text: v.nullable(v.string()) })),
});

/** What the page shows of the figures. */
export type ShownFigures = Pick<PublicFigures, 'contact_text'> & v.InferOutput<typeof shape>;

/** The figures of all studies together. */
export function publicFigures(): Promise<ShownFigures> {
  return call({ path: '/backend/figures', read: shapeReader(shape) });
}
