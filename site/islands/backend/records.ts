import type { ChoiceRequest } from '../wire/ChoiceRequest';
import type { CriterionMark } from '../wire/CriterionMark';
import type { DifferingBirthDates } from '../wire/DifferingBirthDates';
import type { HealthSystemsAnswer } from '../wire/HealthSystemsAnswer';
import type { RecordsAnswer } from '../wire/RecordsAnswer';
import type { RecordsPersonRequest } from '../wire/RecordsPersonRequest';
import type { ShareRequest } from '../wire/ShareRequest';
import type { TakeBackRequest } from '../wire/TakeBackRequest';
import { BackendError } from './backend-error';
import { anything, call } from './call';
import { connectShape, marksShape, recordsShape, shareShape, systemsShape } from './records-shape';
import { shaped } from './shape';

/** The server may have to read the records from the health system first, which takes up to 25 seconds. */
const READING_LIMIT = 30_000;
/** The server asks the health system where one signs in. */
const CONNECTING_LIMIT = 20_000;
/** Two of them may be on their way at once. */
const MOST_BYTES_TAKEN_ALONG = 30_000;

/** The records of this browser, and from where they are. */
export async function recordsOfBrowser(signal?: AbortSignal): Promise<RecordsAnswer> {
  const read = shaped(recordsShape);
  const answer = await call({ path: '/backend/emr/records', read, limit: READING_LIMIT, signal });
  const { output, connection } = answer;
  return {
    output: inPlaces(output),
    connection: connection && { ...connection, left_out: inPlaces(connection.left_out) },
  };
}

function inPlaces<A, B, C, D>({ 0: a, 1: b, 2: c, 3: d }: { 0: A; 1: B; 2: C; 3: D }): [A, B, C, D] {
  return [a, b, c, d];
}

/** Health systems near a place, or with a name. */
export function healthSystems(
  search: string,
  participant: string | null,
  signal: AbortSignal,
): Promise<HealthSystemsAnswer> {
  const query = new URLSearchParams({ ...(participant === null ? {} : { number: participant }), search });
  return call({ path: `/backend/emr/healthSystems?${query}`, read: shaped(systemsShape), signal });
}

/** Begins a connection and gives the address at which it goes on. */
export async function connectTo(system: string, studyNumber: string): Promise<string> {
  const body = { system, study_number: studyNumber };
  const read = shaped(connectShape);
  return (await call({ path: '/backend/emr/connect', body, read, limit: CONNECTING_LIMIT })).address;
}

/**
 * Has the server remember which records go along, also when the page is left right after. Browsers take 64 KiB with them
 * from a page that is left, and refuse to send more that way at all.
 */
export async function rememberChoice(choice: ChoiceRequest): Promise<void> {
  const keepalive = JSON.stringify(choice).length < MOST_BYTES_TAKEN_ALONG;
  await call({ path: '/backend/emr/choose', body: choice, read: anything, keepalive });
}

/** Puts what chosen records say into the sign-up form. */
export async function fillForm(choice: ChoiceRequest): Promise<void> {
  await call({ path: '/backend/emr/fill', body: choice, read: anything });
}

/** Shares records with the study team; false when nothing was shared, or what has to be asked before that. */
export async function shareRecords(request: ShareRequest): Promise<boolean | DifferingBirthDates> {
  const read = shaped(shareShape);
  const { error, birth_dates } = await call({ path: '/backend/emr/createFile', body: request, read });
  return birth_dates ?? !error;
}

/** Deletes the records that were read. */
export async function forgetRecords(): Promise<void> {
  await call({ path: '/backend/emr/forget', body: {}, read: anything });
}

/** Takes back all that the participant of a link shared; false when the link is none of ours. */
export async function takeBackByLink(token: string): Promise<boolean> {
  try {
    await call({ path: '/backend/emr/takeBack', body: { token } satisfies TakeBackRequest, read: anything });
    return true;
  } catch (error) {
    if (error instanceof BackendError && error.code === 'not_found') {
      return false;
    }
    throw error;
  }
}

/** What the records of this connection say to each criterion of the study. */
export async function marksOfRecords(connection: string): Promise<CriterionMark[]> {
  const path = `/backend/emr/criteria?${new URLSearchParams({ connection })}`;
  return (await call({ path, read: shaped(marksShape) })).marks;
}

/** Keeps what an old address said of a person; it goes on when the page is left. */
export async function keepPerson(person: RecordsPersonRequest): Promise<void> {
  await call({ path: '/backend/emr/person', body: person, read: anything, keepalive: true });
}
