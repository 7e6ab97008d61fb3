import type { StudyPage } from '../wire/StudyPage';

/** How far the lookup of a saved study has come. */
export type Lookup = StudyPage | 'loading' | 'missing' | 'failed';

/** Whether a study was found. */
export function isStudy(lookup: Lookup | undefined): lookup is StudyPage {
  return typeof lookup === 'object';
}
