/** Which view of a study page it is. */
export type Partner = "patientrials" | "clinical trials";
