/** A message of a chat. It is kept on the page alone, and goes with it. */
export type Message = {
  id: string;
  role: 'user' | 'agent';
  content: string;
  /** When it was written, in milliseconds since 1970. */
  timestamp: number;
};

/** A chat as it stands. */
export type Conversation = {
  messages: readonly Message[];
  /** By which the server knows the chat; nothing before the first answer, and after the last one. */
  chatId: string | null;
  /** Whether an answer is awaited, or parts of it are still to be shown. */
  isAwaiting: boolean;
  /** What went wrong, in a sentence that helps; nothing when all went well. */
  failure: string | null;
  /** Whether the page names where to get help: no answer has come, or none for a while. */
  namesHelp: boolean;
};

/** A chat that has not begun. */
export const NOT_BEGUN: Conversation = {
  messages: [],
  chatId: null,
  isAwaiting: false,
  failure: null,
  namesHelp: false,
};

/** The text that may be sent: trimmed, and nothing when there is none, or while an answer is awaited. */
export function sendable(typed: string, { isAwaiting }: Conversation): string | null {
  return isAwaiting ? null : typed.trim() || null;
}

/** The visitor's message stands at once, before anybody has answered. */
export function asked(chat: Conversation, message: Message): Conversation {
  return {
    ...chat,
    messages: [...chat.messages, message],
    isAwaiting: true,
    failure: null,
    namesHelp: false,
  };
}

/** No answer has come for a while. Who needs help at once must not wait for it. */
export function delayed(chat: Conversation): Conversation {
  return { ...chat, namesHelp: true };
}

/** The server has answered: the chat goes on under its id, or is over. */
export function answered(chat: Conversation, { hasEnded, chatId }: Answered): Conversation {
  return { ...chat, chatId: hasEnded ? null : (chatId ?? chat.chatId), namesHelp: false };
}

/** What an answer says of the chat. */
export type Answered = { hasEnded: boolean; chatId: string | null };

/** A message of the agent has come to be shown. */
export function said(chat: Conversation, message: Message): Conversation {
  return { ...chat, messages: [...chat.messages, message] };
}

/** Everything of an answer has been shown. */
export function shown(chat: Conversation): Conversation {
  return { ...chat, isAwaiting: false };
}

/** A message is taken back, because its text begins a new chat or could not be sent. */
export function takenBack(chat: Conversation, id: string): Conversation {
  return { ...chat, messages: chat.messages.filter((message) => message.id !== id) };
}

/** The text could not be sent, or was not answered. It may have been a call for help. */
export function failed(chat: Conversation, id: string, failure: string): Conversation {
  return { ...takenBack(chat, id), isAwaiting: false, failure, namesHelp: true };
}

/** The visitor has read what went wrong. */
export function dismissed(chat: Conversation): Conversation {
  return { ...chat, failure: null };
}
