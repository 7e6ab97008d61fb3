import type { RecordsAnswer } from '../wire/RecordsAnswer';
import type { RecordsConnection } from '../wire/RecordsConnection';
import type { SharedRecords } from '../wire/SharedRecords';
import type { SharesAnswer } from '../wire/SharesAnswer';
import type { WithdrawRequest } from '../wire/WithdrawRequest';
import { fetchSignUpData } from './own-sign-up';

/** The server may need to read the records from the health system first. */
const READING_LIMIT = 30_000;

/** The shares of this browser's participant that were not taken back. */
export async function sharesOf(number: string): Promise<SharedRecords[]> {
  const path = `/backend/emr/shares?${new URLSearchParams({ number })}`;
  return (await readJson<SharesAnswer>(fetchSignUpData(path))).shares;
}

/** Takes back a share. */
export async function withdraw(request: WithdrawRequest): Promise<void> {
  await readJson(fetchSignUpData('/backend/emr/withdraw', request));
}

/** The health system and study of this browser's records, or null. */
export async function connectionOfBrowser(): Promise<RecordsConnection | null> {
  const answer = fetchSignUpData('/backend/emr/records', undefined, READING_LIMIT);
  return (await readJson<RecordsAnswer>(answer)).connection;
}

async function readJson<T>(request: Promise<Response>): Promise<T> {
  const response = await request;
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return response.json();
}
