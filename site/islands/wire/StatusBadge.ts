import type { StatusTone } from "./StatusTone";

/** A status as a page shows it. */
export type StatusBadge = { label: string, tone: StatusTone, };
