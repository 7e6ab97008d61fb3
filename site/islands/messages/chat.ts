/** Quoted texts of the chat, letter for letter, and what stands beside them. */

/** A text could not be sent. */
export const NOT_SENT = 'Failed to send message. Please try again.';

/** A reply is awaited. */
export const TYPING = 'Typing...';

/** No reply is awaited. */
export const ONLINE = 'Online';

/** What the error of an answer without success says. */
export const httpError = (status: number) => `HTTP error! status: ${status}`;

/**
 * Where to get help at once. The page carries it, so it appears even when the server refuses a message, is slow, or can't be
 * reached.
 */
export const HELP_NOW =
  'Do you need help right now? Call 911. In a crisis, call or text 988 to talk with somebody. (Español: llame al 911 o al 988. Tiếng Việt: gọi 911 hoặc 988.)';

/** What the assistant says before anybody has asked something. */
export const GREETING =
  'Hello. I am an automatic assistant. I can help you find a clinical trial and tell you how joining one works.';
