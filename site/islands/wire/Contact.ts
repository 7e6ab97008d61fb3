/** Whom to ask about a study. */
export type Contact = { role: string, name: string, email: string, phone: string, };
