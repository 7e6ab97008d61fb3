/** Fixed texts of the chat, verbatim, and texts next to them. */

/** A message could not be sent. */
export const NOT_SENT = 'Failed to send message. Please try again.';

/** An answer is pending. */
export const TYPING = 'Typing...';

/** No answer is pending. */
export const ONLINE = 'Online';

/** The message of an error status. */
export const httpError = (status: number) => `HTTP error! status: ${status}`;

/**
 * Where to get help at once. It is part of the page, so it appears even if the server rejects a message, is slow, or is
 * unreachable.
 */
export const HELP_NOW =
  'Do you need help right now? Call 911. In a crisis, call or text 988 to talk with somebody. (Español: llame al 911 o al 988. Tiếng Việt: gọi 911 hoặc 988.)';

/** The assistant's first message. */
export const GREETING =
  'Hello. I am an automatic assistant. I can help you find a clinical trial and tell you how joining one works.';
