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
import { shapeReader } from './shape';

/** The server may need to read the records from the health system first, which takes up to 25 seconds. */
const READING_LIMIT = 30_000;
/** The server asks the health system for its sign-in address. */
const CONNECTING_LIMIT = 20_000;

/** The records of this browser, and their health system. */
export async function recordsOfBrowser(signal?: AbortSignal): Promise<RecordsAnswer> {
  const read = shapeReader(recordsShape);
  const answer = await call({ path: '/backend/emr/records', read, limit: READING_LIMIT, signal });
  return { ...answer, output: toTuple(answer.output) };
}

function toTuple<A, B, C, D>({ 0: a, 1: b, 2: c, 3: d }: { 0: A; 1: B; 2: C; 3: D }): [A, B, C, D] {
  return [a, b, c, d];
}

/** Health systems near a place or with a matching name. */
export function healthSystems(
  search: string,
  participant: string | null,
  signal: AbortSignal,
): Promise<HealthSystemsAnswer> {
  const query = new URLSearchParams({ ...(participant === null ? {} : { number: participant }), search });
  return call({ path: `/backend/emr/healthSystems?${query}`, read: shapeReader(systemsShape), signal });
}

/** Begins a connection and returns the address where it continues. */
export async function connectTo(system: string, studyNumber: string): Promise<string> {
  const body = { system, study_number: studyNumber };
  const read = shapeReader(connectShape);
  return (await call({ path: '/backend/emr/connect', body, read, limit: CONNECTING_LIMIT })).address;
}

/** Stores on the server which records are selected. */
export async function rememberChoice(choice: ChoiceRequest): Promise<void> {
  await call({ path: '/backend/emr/choose', body: choice, read: anything });
}

/** Fills the sign-up form from the selected records. */
export async function fillForm(choice: ChoiceRequest): Promise<void> {
  await call({ path: '/backend/emr/fill', body: choice, read: anything });
}

/** Shares records with the study team. Returns false if nothing was shared, or the birth dates to confirm first. */
export async function shareRecords(request: ShareRequest): Promise<boolean | DifferingBirthDates> {
  const read = shapeReader(shareShape);
  const { error, birth_dates } = await call({ path: '/backend/emr/createFile', body: request, read });
  return birth_dates ?? !error;
}

/** Deletes the records that were read. */
export async function forgetRecords(): Promise<void> {
  await call({ path: '/backend/emr/forget', body: {}, read: anything });
}

/** Takes back everything that the participant of a link shared. Returns false if the link is invalid. */
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

/** The verdict of this connection's records on each criterion of the study. */
export async function marksOfRecords(connection: string): Promise<CriterionMark[]> {
  const path = `/backend/emr/criteria?${new URLSearchParams({ connection })}`;
  return (await call({ path, read: shapeReader(marksShape) })).marks;
}

/** Stores the personal data from a legacy address. */
export async function savePerson(person: RecordsPersonRequest): Promise<void> {
  await call({ path: '/backend/emr/person', body: person, read: anything });
}
