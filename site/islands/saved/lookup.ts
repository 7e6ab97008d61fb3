import type { StudyPage } from '../wire/StudyPage';

/** The result of looking up a saved study. */
export type Lookup = StudyPage | 'loading' | 'missing' | 'failed';

/** Whether a study was found. */
export function isStudy(lookup: Lookup | undefined): lookup is StudyPage {
  return typeof lookup === 'object';
}
