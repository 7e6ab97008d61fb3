import type { RecordsAnswer } from '../wire/RecordsAnswer';
import type { RecordsConnection } from '../wire/RecordsConnection';
import type { SharedRecords } from '../wire/SharedRecords';
import type { SharesAnswer } from '../wire/SharesAnswer';
import type { WithdrawRequest } from '../wire/WithdrawRequest';
import { askAboutSignUp } from './own-sign-up';

/** The server may have to read the records from the health system first. */
const READING_LIMIT = 30_000;

/** What the participant of this browser shared and did not take back. */
export async function sharesOf(number: string): Promise<SharedRecords[]> {
  const path = `/backend/emr/shares?${new URLSearchParams({ number })}`;
  return (await answered<SharesAnswer>(askAboutSignUp(path))).shares;
}

/** Takes back what was shared. */
export async function withdraw(request: WithdrawRequest): Promise<void> {
  await answered(askAboutSignUp('/backend/emr/withdraw', request));
}

/** From where this browser has records, and what for; nothing where it has none. */
export async function connectionOfBrowser(): Promise<RecordsConnection | null> {
  const answer = askAboutSignUp('/backend/emr/records', undefined, READING_LIMIT);
  return (await answered<RecordsAnswer>(answer)).connection;
}

async function answered<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked;
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return response.json();
}
