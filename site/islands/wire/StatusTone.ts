/** How a status is shown: a dot's color, beside the word. */
export type StatusTone = "open" | "soon" | "closed";
