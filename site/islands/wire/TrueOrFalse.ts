/** An answer to a pre-screening question. */
export type TrueOrFalse = "True" | "False";
