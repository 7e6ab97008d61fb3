import * as v from 'valibot';
import type { SearchAnswer } from '../wire/SearchAnswer';
import type { StatusBadge } from '../wire/StatusBadge';
import { call } from './call';
import { shaped } from './shape';

const SEARCH_LIMIT = 8_000;

const statusShape = v.object({
  label: v.string(),
  tone: v.picklist(['open', 'soon', 'closed']),
}) satisfies v.GenericSchema<unknown, StatusBadge>;

const shared = {
  href: v.string(),
  title: v.string(),
  full_title: v.string(),
  description: v.string(),
  status: statusShape,
  gender: v.string(),
  ages: v.string(),
};

const partnerCard = v.object({
  kind: v.literal('partner'),
  ...shared,
  study_number: v.string(),
  name: v.string(),
  identifier: v.string(),
  site_name: v.string(),
  conditions: v.string(),
});

const registryCard = v.object({
  kind: v.literal('registry'),
  ...shared,
  nct_number: v.string(),
  phase: v.string(),
  location_count: v.number(),
  zip: v.string(),
  study_type: v.string(),
  sponsor: v.string(),
});

const searchShape = v.object({
  q: v.string(),
  in: v.string(),
  total: v.number(),
  page: v.number(),
  pages: v.number(),
  studies: v.array(v.variant('kind', [partnerCard, registryCard])),
  failed: v.array(v.picklist(['partner', 'registry'])),
}) satisfies v.GenericSchema<unknown, SearchAnswer>;

/** A search as the address of the results page holds it. */
export type SearchWords = { condition: string; country: string; page: string | null };

/** Finds studies: one page of own studies first, then registry studies. */
export function search(
  { condition, country, page }: SearchWords,
  signal?: AbortSignal,
): Promise<SearchAnswer> {
  const query = new URLSearchParams({ q: condition, in: country });
  if (page) {
    query.set('page', page);
  }
  return call({ path: `/backend/search?${query}`, read: shaped(searchShape), limit: SEARCH_LIMIT, signal });
}
