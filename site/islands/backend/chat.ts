import * as v from 'valibot';
import { httpError } from '../messages/chat';
import type { ChatAnswer } from '../wire/ChatAnswer';
import { BackendError } from './backend-error';
import { call } from './call';
import { shapeReader } from './shape';

/** The time limit of an answer, in milliseconds: an agent takes longer than a search. */
const LIMIT = 28_000;

const answerShape: v.GenericSchema<unknown, ChatAnswer> = v.object({
  chat_status: v.picklist(['ongoing', 'ended']),
  chatId: v.nullable(v.string()),
  messages: v.array(v.object({ message_id: v.string(), content: v.string(), created_timestamp: v.number() })),
});

/** An error status from the chat endpoint (D-277). Its `cause` has the server's details. */
export class ChatHttpError extends Error {
  constructor(status: number, cause: BackendError) {
    super(httpError(status), { cause });
    this.name = 'ChatHttpError';
  }
}

/** Sends a message to the chat assistant. Without a chat id, a new chat begins. */
export async function askChat(message: string, chatId: string | null): Promise<ChatAnswer> {
  try {
    return await call({
      path: '/backend/chat',
      body: { message, chatId },
      read: shapeReader(answerShape),
      limit: LIMIT,
    });
  } catch (error) {
    const failure = error instanceof BackendError ? error.failure : undefined;
    if (error instanceof BackendError && failure && 'status' in failure) {
      throw new ChatHttpError(failure.status, error);
    }
    throw error;
  }
}
