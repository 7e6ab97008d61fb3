import { plainSentence } from '../../backend/backend-error';
import { askChat, ChatHttpError } from '../../backend/chat';
import { urgentHelp } from '../../backend/urgent-help';
import type { ChatAnswer } from '../../wire/ChatAnswer';
import {
  type Conversation,
  type Message,
  NEW_CHAT,
  sendable,
  withAllShown,
  withAnswer,
  withFailure,
  withHelp,
  withoutFailure,
  withoutMessage,
  withQuestion,
  withReply,
} from './conversation';

/** The delay between two messages of the agent, in milliseconds. */
export const MESSAGE_DELAY = 1000;

/** How long an answer may take before the page itself shows where to get help, in milliseconds. */
export const HELP_DELAY = 4000;

/** The callbacks of a chat. */
export type ChatCallbacks = {
  /** Called after each change. */
  show: (chat: Conversation) => void;
  /** Called with a text that could not be sent, so that the visitor can send it again. */
  restore: (text: string) => void;
};

/** A chat with the assistant. */
export type Chat = { send: (typed: string) => Promise<void>; dismiss: () => void };

/** Begins a chat. It exists only in memory. */
export function beginChat({ show, restore }: ChatCallbacks): Chat {
  let chat = NEW_CHAT;
  let count = 0;
  const update = (next: Conversation) => {
    chat = next;
    show(chat);
  };
  // The server may repeat an id, but the panel shows each id once.
  const newId = () => {
    count += 1;
    return `message-${count}`;
  };
  const ask = async (text: string, mayRetry: boolean): Promise<void> => {
    const message: Message = { id: newId(), role: 'user', content: text, timestamp: Date.now() };
    update(withQuestion(chat, message));
    let answer: ChatAnswer;
    const waiting = setTimeout(() => update(withHelp(chat)), HELP_DELAY);
    // Urgent help does not wait for the chat, which may be busy.
    let help = null as string | null;
    let hasAnswer = false;
    const helpLoaded = urgentHelp(text).then((content) => {
      if (content !== null && !hasAnswer) {
        help = content;
        clearTimeout(waiting);
        update(withReply(chat, { id: newId(), role: 'agent', content, timestamp: Date.now() }));
      }
    });
    try {
      answer = await askChat(text, chat.chatId);
      if (answer.messages.length === 0) {
        await helpLoaded;
      }
      hasAnswer = true;
    } catch (error) {
      await helpLoaded;
      if (help !== null) {
        update(withAllShown(chat));
        return;
      }
      update(withFailure(chat, message.id, sentenceFor(error)));
      restore(text);
      return;
    } finally {
      clearTimeout(waiting);
    }
    const hasEnded = answer.chat_status === 'ended';
    update(withAnswer(chat, { hasEnded, chatId: answer.chatId }));
    if (answer.messages.length === 0 && help === null) {
      if (hasEnded && mayRetry) {
        update(withoutMessage(chat, message.id));
        await ask(text, false);
      } else {
        update(withFailure(chat, message.id, 'The assistant did not answer.'));
        restore(text);
      }
      return;
    }
    await showOneByOne(answer.messages.filter(({ content }) => content !== help));
    update(withAllShown(chat));
  };
  const showOneByOne = async (messages: ChatAnswer['messages']) => {
    for (const [index, { content, created_timestamp }] of messages.entries()) {
      if (index > 0) {
        await new Promise((resolve) => setTimeout(resolve, MESSAGE_DELAY));
      }
      update(withReply(chat, { id: newId(), role: 'agent', content, timestamp: created_timestamp }));
    }
  };
  return {
    send: async (typed) => {
      const text = sendable(typed, chat);
      if (text !== null) {
        await ask(text, true);
      }
    },
    dismiss: () => update(withoutFailure(chat)),
  };
}

function sentenceFor(error: unknown): string {
  return plainSentence(error instanceof ChatHttpError ? error.cause : error);
}
