import type { StudyPage } from '../wire/StudyPage';

/** What a page of a study is drawn from and has to be a text. */
const TEXTS = ['partner', 'id', 'title', 'summary', 'gender', 'ages'] as const;
/** What it is drawn from and has to be a list. */
const LISTS = ['description', 'conditions', 'sites', 'contacts'] as const;
const CRITERIA = ['inclusion', 'exclusion', 'general'] as const;

/**
 * Whether an answer can be drawn as the page of a study. A partner that is not known passes: the page has words for it.
 * The check is by hand, because a library for it is heavier than what the page has left to give.
 */
export function isStudyPage(answer: unknown): answer is StudyPage {
  const page = (answer ?? {}) as Partial<StudyPage>;
  return (
    TEXTS.every((name) => typeof page[name] === 'string') &&
    LISTS.every((name) => Array.isArray(page[name])) &&
    CRITERIA.every((name) => Array.isArray(page.criteria?.[name])) &&
    [page, ...(page.sites ?? [])].every(({ status }) => typeof status?.label === 'string')
  );
}
