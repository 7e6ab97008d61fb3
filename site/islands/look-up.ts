import type { StudyPage } from './wire/StudyPage';

/** Finds a study by its id. Loads the lookup on demand: a page that already contains its study never needs it. */
export async function lookUp(id: string, signal: AbortSignal): Promise<StudyPage | null> {
  const { lookUpStudy } = await import('./backend/study-lookup');
  return lookUpStudy(id, signal);
}
