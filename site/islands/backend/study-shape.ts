import type { StudyPage } from '../wire/StudyPage';

/** The fields of a study page that must be strings. */
const TEXTS = ['partner', 'id', 'title', 'summary', 'gender', 'ages'] as const;
/** The fields that must be arrays. */
const LISTS = ['description', 'conditions', 'facts', 'questions', 'sites', 'contacts', 'terms'] as const;
const CRITERIA = ['inclusion', 'exclusion', 'general'] as const;

/**
 * Whether an answer can be rendered as a study page. An unknown partner is accepted: the page has a text for it. The
 * check is written by hand, because a validation library would exceed the page's size budget.
 */
export function isStudyPage(answer: unknown): answer is StudyPage {
  const page = (answer ?? {}) as Partial<StudyPage>;
  return (
    TEXTS.every((name) => typeof page[name] === 'string') &&
    LISTS.every((name) => Array.isArray(page[name])) &&
    Boolean(page.fact_summary) &&
    CRITERIA.every((name) => Array.isArray(page.criteria?.[name])) &&
    [page, ...(page.sites ?? [])].every(({ status }) => typeof status?.label === 'string')
  );
}
