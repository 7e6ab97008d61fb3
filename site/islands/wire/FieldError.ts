/** One field and what to do about it. Never repeats what was typed. */
export type FieldError = { field: string, message: string, };
