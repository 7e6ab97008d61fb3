import type { SearchSource } from "./SearchSource";
import type { StudyCard } from "./StudyCard";

/** One page of a search's results. */
export type SearchAnswer = { q: string, in: string, total: number, page: number, pages: number, studies: Array<StudyCard>, failed: Array<SearchSource>, };
