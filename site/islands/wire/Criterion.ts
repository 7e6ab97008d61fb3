/** One criterion, or a sub-heading between criteria. */
export type Criterion = { text: string, level: number, heading: boolean, };
