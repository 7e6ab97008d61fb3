/** A message of a chat. It exists only in the page's memory. */
export type Message = {
  id: string;
  role: 'user' | 'agent';
  content: string;
  /** When it was written, in milliseconds since 1970. */
  timestamp: number;
};

/** The state of a chat. */
export type Conversation = {
  messages: readonly Message[];
  /** The server's id of the chat. Null before the first answer and after the last one. */
  chatId: string | null;
  /** Whether an answer is pending, or parts of it are still to be shown. */
  isAwaiting: boolean;
  /** A sentence about what went wrong, or null. */
  failure: string | null;
  /** Whether the page shows where to get help, because an answer failed or takes long. */
  namesHelp: boolean;
};

/** A new chat. */
export const NEW_CHAT: Conversation = {
  messages: [],
  chatId: null,
  isAwaiting: false,
  failure: null,
  namesHelp: false,
};

/** The trimmed text to send. Null if it is empty or an answer is pending. */
export function sendable(typed: string, { isAwaiting }: Conversation): string | null {
  return isAwaiting ? null : typed.trim() || null;
}

/** Adds the visitor's message, before any answer. */
export function withQuestion(chat: Conversation, message: Message): Conversation {
  return {
    ...chat,
    messages: [...chat.messages, message],
    isAwaiting: true,
    failure: null,
    namesHelp: false,
  };
}

/** The answer takes long. A visitor who needs help at once must not wait for it. */
export function withHelp(chat: Conversation): Conversation {
  return { ...chat, namesHelp: true };
}

/** The server answered: the chat continues under its id, or has ended. */
export function withAnswer(chat: Conversation, { hasEnded, chatId }: AnswerState): Conversation {
  return { ...chat, chatId: hasEnded ? null : (chatId ?? chat.chatId), namesHelp: false };
}

/** What an answer says about the chat itself. */
export type AnswerState = { hasEnded: boolean; chatId: string | null };

/** Adds a message of the agent. */
export function withReply(chat: Conversation, message: Message): Conversation {
  return { ...chat, messages: [...chat.messages, message] };
}

/** All messages of an answer are shown. */
export function withAllShown(chat: Conversation): Conversation {
  return { ...chat, isAwaiting: false };
}

/** Removes a message whose text starts a new chat or could not be sent. */
export function withoutMessage(chat: Conversation, id: string): Conversation {
  return { ...chat, messages: chat.messages.filter((message) => message.id !== id) };
}

/** The text was not sent or not answered. It may have been a call for help. */
export function withFailure(chat: Conversation, id: string, failure: string): Conversation {
  return { ...withoutMessage(chat, id), isAwaiting: false, failure, namesHelp: true };
}

/** The visitor dismissed the failure. */
export function withoutFailure(chat: Conversation): Conversation {
  return { ...chat, failure: null };
}
