import { plainSentence } from '../../backend/backend-error';
import { askChat, ChatHttpError } from '../../backend/chat';
import { urgentHelp } from '../../backend/urgent-help';
import type { ChatAnswer } from '../../wire/ChatAnswer';
import {
  answered,
  asked,
  type Conversation,
  delayed,
  dismissed,
  failed,
  type Message,
  NOT_BEGUN,
  said,
  sendable,
  shown,
  takenBack,
} from './conversation';

/** How long after one message of the agent the next one appears, in milliseconds. */
export const BETWEEN_MESSAGES = 1000;

/** How long a visitor waits for an answer before the page itself names where to get help, in milliseconds. */
export const BEFORE_HELP = 4000;

/** What a chat needs besides the server. */
export type Around = {
  /** Told after each change. */
  show: (chat: Conversation) => void;
  /** Told which text could not be sent, so that it can be sent again. */
  restore: (text: string) => void;
};

/** A chat with the assistant. */
export type Chat = { send: (typed: string) => Promise<void>; dismiss: () => void };

/** Begins a chat. Nothing of it is kept anywhere but in here. */
export function beginChat({ show, restore }: Around): Chat {
  let chat = NOT_BEGUN;
  let count = 0;
  const become = (next: Conversation) => {
    chat = next;
    show(chat);
  };
  // An id of the server's may come twice, and the panel draws each once.
  const newId = () => {
    count += 1;
    return `message-${count}`;
  };
  const ask = async (text: string, mayBeginAgain: boolean): Promise<void> => {
    const message: Message = { id: newId(), role: 'user', content: text, timestamp: Date.now() };
    become(asked(chat, message));
    let answer: ChatAnswer;
    const waiting = setTimeout(() => become(delayed(chat)), BEFORE_HELP);
    // Help does not wait for the chat, which may be busy.
    let help = null as string | null;
    let hasAnswer = false;
    const helpIsKnown = urgentHelp(text).then((content) => {
      if (content !== null && !hasAnswer) {
        help = content;
        clearTimeout(waiting);
        become(said(chat, { id: newId(), role: 'agent', content, timestamp: Date.now() }));
      }
    });
    try {
      answer = await askChat(text, chat.chatId);
      if (answer.messages.length === 0) {
        await helpIsKnown;
      }
      hasAnswer = true;
    } catch (error) {
      await helpIsKnown;
      if (help !== null) {
        become(shown(chat));
        return;
      }
      become(failed(chat, message.id, sentenceFor(error)));
      restore(text);
      return;
    } finally {
      clearTimeout(waiting);
    }
    const hasEnded = answer.chat_status === 'ended';
    become(answered(chat, { hasEnded, chatId: answer.chatId }));
    if (answer.messages.length === 0 && help === null) {
      if (hasEnded && mayBeginAgain) {
        become(takenBack(chat, message.id));
        await ask(text, false);
      } else {
        become(failed(chat, message.id, 'The assistant did not answer.'));
        restore(text);
      }
      return;
    }
    await showOneByOne(answer.messages.filter(({ content }) => content !== help));
    become(shown(chat));
  };
  const showOneByOne = async (messages: ChatAnswer['messages']) => {
    for (const [index, { content, created_timestamp }] of messages.entries()) {
      if (index > 0) {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_MESSAGES));
      }
      become(said(chat, { id: newId(), role: 'agent', content, timestamp: created_timestamp }));
    }
  };
  return {
    send: async (typed) => {
      const text = sendable(typed, chat);
      if (text !== null) {
        await ask(text, true);
      }
    },
    dismiss: () => become(dismissed(chat)),
  };
}

function sentenceFor(error: unknown): string {
  return plainSentence(error instanceof ChatHttpError ? error.cause : error);
}
