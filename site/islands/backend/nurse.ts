import type { NurseCallRequest } from '../wire/NurseCallRequest';
import { call } from './call';

/** When the nurse calls, in the participant's time zone. */
export type CallTime = NurseCallRequest['when'];

/** Asks the nurse to call the participant. Repeating the same request changes nothing. */
export async function askForCall(number: string, when: CallTime): Promise<void> {
  const body = { number, when } satisfies NurseCallRequest;
  await call({ path: '/backend/nurse', body, read: () => true });
}
