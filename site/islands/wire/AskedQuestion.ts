/** A pre-screening question as a visitor gets it: without the answer that it expects. */
export type AskedQuestion = { sys_id: string, question: string, order: string, active: string, sys_created_on: string, };
