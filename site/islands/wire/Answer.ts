import type { TrueOrFalse } from "./TrueOrFalse";

/** A person's answer to one question. */
export type Answer = { sys_id: string, answer: TrueOrFalse, };
