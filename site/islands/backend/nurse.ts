import type { NurseCallRequest } from '../wire/NurseCallRequest';
import { call } from './call';

/** When the nurse calls, by the participant's own clock. */
export type CallTime = NurseCallRequest['when'];

/** Asks the nurse to call the participant of this number; the same wish again changes nothing. */
export async function askForCall(number: string, when: CallTime): Promise<void> {
  const body = { number, when } satisfies NurseCallRequest;
  await call({ path: '/backend/nurse', body, read: () => true });
}
