import type { StudyPage } from '../wire/StudyPage';
import { isCancelled } from './backend-error';
import { call } from './call';
import { isStudyPage } from './study-shape';

type Lookup = (id: string, signal?: AbortSignal) => Promise<StudyPage | null>;

const inPartnerStudies: Lookup = (id, signal) => ask(`/backend/study?${new URLSearchParams({ id })}`, signal);
const inRegistry: Lookup = (id, signal) =>
  ask(`/backend/trial?${new URLSearchParams({ id, ptr: 'cs' })}`, signal);
const inPartnerSystem: Lookup = (id, signal) =>
  ask(`/backend/trial?${new URLSearchParams({ id, ptr: 'ps' })}`, signal);

/** Finds a study by its id; nothing when there is none. Throws when the last place to look fails. */
export async function lookUpStudy(id: string, signal?: AbortSignal): Promise<StudyPage | null> {
  const [first, next] = placesFor(id);
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

function placesFor(id: string): Lookup[] {
  if (/^(NCT|PTGB)/i.test(id)) {
    return [inPartnerStudies, inRegistry];
  }
  return /^STU/i.test(id) ? [inPartnerSystem] : [];
}

async function ask(path: string, signal?: AbortSignal): Promise<StudyPage | null> {
  const { page } = await call({ path, read: answerWithPage, signal });
  return page;
}

function answerWithPage(answer: unknown): { page: StudyPage | null } | undefined {
  const page = (answer as { page?: unknown } | null)?.page;
  return page === null || isStudyPage(page) ? { page } : undefined;
}
