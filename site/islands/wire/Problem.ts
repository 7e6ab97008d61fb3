import type { ErrorMessage } from "./ErrorMessage";
import type { FieldError } from "./FieldError";

/** What went wrong, as `application/problem+json`. */
export type Problem = { type: string, title: string, status: number, code: string, detail: string, errors?: Array<FieldError>, error: ErrorMessage, };
