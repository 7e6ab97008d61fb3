import * as v from 'valibot';
import type { Distance } from '../wire/Distance';
import type { FilterCounts } from '../wire/FilterCounts';
import type { PartnerMark } from '../wire/PartnerMark';
import type { SearchAnswer } from '../wire/SearchAnswer';
import type { StatusBadge } from '../wire/StatusBadge';
import type { Understood } from '../wire/Understood';
import { BackendError } from './backend-error';
import { call } from './call';
import { shapeReader } from './shape';

const SEARCH_LIMIT = 8_000;

const statusShape = v.object({
  label: v.string(),
  tone: v.picklist(['open', 'soon', 'closed']),
}) satisfies v.GenericSchema<unknown, StatusBadge>;

const distanceShape = v.object({
  miles: v.number(),
  km: v.number(),
}) satisfies v.GenericSchema<unknown, Distance>;

const markShape = v.object({
  logo: v.string(),
  label: v.string(),
}) satisfies v.GenericSchema<unknown, PartnerMark>;

const commonFields = {
  href: v.string(),
  title: v.string(),
  full_title: v.string(),
  description: v.string(),
  status: statusShape,
  gender: v.string(),
  ages: v.string(),
  nearest: v.nullable(distanceShape),
  partner: v.nullable(markShape),
  fit: v.picklist(['all', 'part', 'near']),
};

const factSummary = v.object({
  length: v.nullable(v.string()),
  visits: v.nullable(v.string()),
  placebo: v.nullable(v.string()),
});

const partnerCard = v.object({
  kind: v.literal('partner'),
  ...commonFields,
  study_number: v.string(),
  name: v.string(),
  identifier: v.string(),
  site_name: v.string(),
  conditions: v.string(),
  fact_summary: factSummary,
  registry_sites: v.nullable(v.object({ country: v.string(), count: v.number(), city: v.string() })),
});

const registryCard = v.object({
  kind: v.literal('registry'),
  ...commonFields,
  nct_number: v.string(),
  phase: v.string(),
  location_count: v.number(),
  fact_summary: factSummary,
  zip: v.string(),
  city: v.string(),
  study_type: v.string(),
  sponsor: v.string(),
});

const understoodShape = v.object({
  condition: v.string(),
  filters: v.array(v.object({ name: v.string(), value: v.string(), label: v.string() })),
  parts: v.array(
    v.object({
      typed: v.string(),
      meant: v.array(v.string()),
      guessed: v.boolean(),
      is_alternative: v.boolean(),
    }),
  ),
  markers: v.array(v.object({ label: v.string(), without: v.string() })),
  words: v.array(v.string()),
  unknown: v.array(v.string()),
  also: v.array(v.string()),
  exactly: v.boolean(),
  anything: v.boolean(),
  in_region: v.boolean(),
  unknown_place: v.nullable(v.string()),
  is_postal_code: v.boolean(),
  unknown_institution: v.nullable(v.string()),
  asks_for_place: v.boolean(),
  unknown_country: v.nullable(v.string()),
  left_out: v.array(v.string()),
  suspected: v.array(v.string()),
}) satisfies v.GenericSchema<unknown, Understood>;

const countsShape = v.object({
  gender: v.object({ female: v.number(), male: v.number() }),
  study_type: v.object({
    interventional: v.number(),
    observational: v.number(),
    expanded_access: v.number(),
  }),
  phase: v.object({
    early_one: v.number(),
    one: v.number(),
    two: v.number(),
    three: v.number(),
    four: v.number(),
  }),
  participation: v.object({ without_placebo: v.number(), at_home: v.number(), travel_help: v.number() }),
  age_group: v.object({ children: v.number(), adults: v.number(), older: v.number() }),
  conditions: v.array(v.object({ name: v.string(), studies: v.number() })),
}) satisfies v.GenericSchema<unknown, FilterCounts>;

const searchShape = v.object({
  q: v.string(),
  in: v.string(),
  total: v.number(),
  page: v.number(),
  pages: v.number(),
  studies: v.array(v.variant('kind', [partnerCard, registryCard])),
  registry_total: v.number(),
  failed: v.array(v.picklist(['partner', 'registry'])),
  understood: understoodShape,
  counts: countsShape,
  help: v.nullable(
    v.object({
      elsewhere: v.array(v.object({ country: v.string(), studies: v.number() })),
      wider: v.array(v.string()),
    }),
  ),
  completed: v.array(v.string()),
  crisis_help: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, SearchAnswer>;

/** The parameters of a results page, other than condition, country, and page. */
const CHOICES = [
  'gender',
  'age',
  'type',
  'phase',
  'condition',
  'healthy',
  'without_placebo',
  'at_home',
  'travel_help',
  'treatment',
  'at',
  'near',
  'within',
  'sort',
  'exactly',
];

/** The search in the address of a results page; `choices` is the rest of that address. */
export type SearchWords = { condition: string; country: string; page: string | null; choices: string };

/** The choices of a results address, in a fixed order. */
export function choicesIn(query: URLSearchParams): string {
  const set = CHOICES.map((name) => [name, query.get(name)?.trim() ?? '']).filter(
    ([, value]) => value !== '',
  );
  return new URLSearchParams(set).toString();
}

/** The page of studies that a search finds, without the values that the server can't read. */
export type FoundPage = { answer: SearchAnswer; unreadable?: Record<string, string> };

/** Finds a page of studies. Values of the address that the server can't read are left out and returned, by name. */
export async function searchReadable(words: SearchWords, signal?: AbortSignal): Promise<FoundPage> {
  try {
    return { answer: await search(words, signal) };
  } catch (error) {
    const values = new URLSearchParams(words.choices);
    if (words.page) {
      values.set('page', words.page);
    }
    const unreadable = Object.fromEntries([...values].filter(([name]) => isInvalid(error, name)));
    if (Object.keys(unreadable).length === 0) {
      throw error;
    }
    const page = 'page' in unreadable ? null : words.page;
    const choices = choicesWithout(words.choices, unreadable);
    return { answer: await search({ ...words, page, choices }, signal), unreadable };
  }
}

/** The choices without those that the server can't read. */
export function choicesWithout(choices: string, unreadable: Record<string, string> = {}): string {
  return new URLSearchParams(
    [...new URLSearchParams(choices)].filter(([name]) => !(name in unreadable)),
  ).toString();
}

function isInvalid(error: unknown, name: string): boolean {
  const failure = error instanceof BackendError ? error.failure : null;
  const errors = failure?.kind === 'problem' ? (failure.problem.errors ?? []) : [];
  return errors.some(({ field }) => field === name);
}

/** Finds one page of studies: partner studies first, then registry studies. */
export function search(
  { condition, country, page, choices }: SearchWords,
  signal?: AbortSignal,
): Promise<SearchAnswer> {
  const query = new URLSearchParams(choices);
  query.set('q', condition);
  query.set('in', country);
  if (page) {
    query.set('page', page);
  }
  return call({
    path: `/backend/search?${query}`,
    read: shapeReader(searchShape),
    limit: SEARCH_LIMIT,
    signal,
  });
}
