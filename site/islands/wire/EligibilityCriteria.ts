import type { Criterion } from "./Criterion";

/** The criteria of a study, by what they do. */
export type EligibilityCriteria = { inclusion: Array<Criterion>, exclusion: Array<Criterion>, general: Array<Criterion>, };
