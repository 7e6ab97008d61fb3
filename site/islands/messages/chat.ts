/** Quoted texts of the chat, letter for letter, and what stands beside them. */

/** A text could not be sent. */
export const NOT_SENT = 'Failed to send message. Please try again.';

/** A reply is awaited. */
export const TYPING = 'Typing...';

/** No reply is awaited. */
export const ONLINE = 'Online';

/** What the error of an answer without success says. */
export const httpError = (status: number) => `HTTP error! status: ${status}`;

/** What the assistant says before anybody has asked something. */
export const GREETING =
  'Hello. I am an automatic assistant. I can help you find a clinical trial and tell you how joining one works.';
