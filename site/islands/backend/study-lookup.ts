import { lastSearch } from '../search-memory';
import type { StudyPage } from '../wire/StudyPage';
import { isCancelled } from './backend-error';
import { call } from './call';
import { isStudyPage } from './study-shape';

type Lookup = (id: string, signal?: AbortSignal) => Promise<StudyPage | null>;

const lookUpPartnerStudy: Lookup = (id, signal) =>
  ask(`/backend/study?${new URLSearchParams({ id })}`, signal);
const lookUpRegistryStudy: Lookup = (id, signal) =>
  ask(`/backend/trial?${new URLSearchParams({ id, ptr: 'cs', ...searchedPlace() })}`, signal);
const lookUpInPartnerSystem: Lookup = (id, signal) =>
  ask(`/backend/trial?${new URLSearchParams({ id, ptr: 'ps' })}`, signal);

/** Finds a study by its id, or returns null. Throws if the last source fails. */
export async function lookUpStudy(id: string, signal?: AbortSignal): Promise<StudyPage | null> {
  const [first, next] = sourcesFor(id);
  if (!first) {
    return null;
  }
  if (!next) {
    return first(id, signal);
  }
  const found = await first(id, signal).catch((error: unknown) => {
    if (isCancelled(error)) {
      throw error;
    }
    return null;
  });
  return found ?? next(id, signal);
}

/**
 * Where the visitor searched, so that the contacts of the nearest site come first: as in the links of results, else the
 * country of the last search.
 */
function searchedPlace(): { near?: string; in?: string } {
  const query = new URLSearchParams(location.search);
  const near = query.get('near');
  const country = query.get('in') || lastSearch().country;
  return { ...(near && { near }), ...(country && { in: country }) };
}

function sourcesFor(id: string): Lookup[] {
  if (/^(NCT|PTGB)/i.test(id)) {
    return [lookUpPartnerStudy, lookUpRegistryStudy];
  }
  return /^STU/i.test(id) ? [lookUpInPartnerSystem] : [];
}

async function ask(path: string, signal?: AbortSignal): Promise<StudyPage | null> {
  const { page } = await call({ path, read: answerWithPage, signal });
  return page;
}

function answerWithPage(answer: unknown): { page: StudyPage | null } | undefined {
  const page = (answer as { page?: unknown } | null)?.page;
  return page === null || isStudyPage(page) ? { page } : undefined;
}
