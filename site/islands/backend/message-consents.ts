import type { StopMessagesRequest } from '../wire/StopMessagesRequest';
import { call } from './call';

/** Withdraws the consent to messages of a channel. Repeating it changes nothing. */
export async function stopMessages(number: string, channel: string): Promise<void> {
  const body = { number, channel } satisfies StopMessagesRequest;
  await call({ path: '/backend/participant/messages', body, read: () => true });
}
