/** The error in the shape that older clients read. */
export type ErrorMessage = { message: string, };
