/** A source that a search asks. */
export type SearchSource = "partner" | "registry";
