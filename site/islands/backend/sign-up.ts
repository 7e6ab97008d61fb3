import type { ContactOptions } from '../wire/ContactOptions';
import type { ContactPromise } from '../wire/ContactPromise';
import type { ReferralState } from '../wire/ReferralState';
import type { ReturnRequest } from '../wire/ReturnRequest';
import type { SignUpDraft } from '../wire/SignUpDraft';
import { fetchSignUpData } from './own-sign-up';
import { forgetSentForm, sentForm } from './sent-form';

/** The data of a sign-up that pages show. */
export type SignUp = {
  pt_id: string;
  study_number: string;
  /** Null if the study no longer exists. */
  study_title?: string | null;
  /** Whether the owner of the address confirmed it. */
  email_confirmed?: boolean;
  /** The address, until it is confirmed. */
  email_to_confirm?: string;
  /** Whether a representative filled in the form. */
  by_representative?: boolean;
  acknowledged: boolean;
  /** The study team's status, if there is one. */
  referral?: ReferralState | null;
  /** By when the study team should contact the participant, until it has. */
  promise?: ContactPromise;
  /** How the study team can contact the participant. Missing before it may, and once the sign-up is closed. */
  contact?: ContactOptions;
  /** The channels that the participant can stop. */
  channels?: string[];
};

/** A browser's sign-up, and its draft of one. */
export type StartedSignUp = { data: SignUp | null; draft: SignUpDraft | null };

/** The draft for a study, if this browser has one. A lookup can return the draft for another study. */
export function draftFor(study: string, { draft }: StartedSignUp): SignUpDraft | null {
  return draft?.study_number === study ? draft : null;
}

/** Looks up this browser's sign-up by its participant ID. Returns null if it has none with that ID. */
export async function signUpOf(number: string): Promise<SignUp | null> {
  return (await twice(() => lookUp(`?${new URLSearchParams({ number })}`))).data;
}

/**
 * Looks up this browser's newest sign-up for this study, else its newest one, and its draft. First recovers a sign-up
 * whose response was lost.
 */
export async function startedInThisBrowser(study: string | null): Promise<StartedSignUp> {
  return twice(async () => {
    await recoverSentForm();
    return lookUp(study === null ? '' : `?${new URLSearchParams({ study })}`);
  });
}

async function recoverSentForm(): Promise<void> {
  const form_key = sentForm();
  if (form_key === null) {
    return;
  }
  const body = { form_key } satisfies ReturnRequest;
  const response = await fetchSignUpData('/backend/participant/return', body);
  if (!response.ok && response.status !== 404) {
    throw failed(response);
  }
  forgetSentForm();
}

/** Repeats a failed call once: without an answer, a page can't tell a visitor who goes on from a new one. */
function twice<T>(call: () => Promise<T>): Promise<T> {
  return call().catch(call);
}

async function lookUp(query: string): Promise<StartedSignUp> {
  const response = await fetchSignUpData(`/backend/participant${query}`);
  if (response.status === 404) {
    return { data: null, draft: null };
  }
  if (!response.ok) {
    throw failed(response);
  }
  const { data, draft } = (await response.json()) as Partial<StartedSignUp>;
  return { data: data ?? null, draft: draft ?? null };
}

function failed(response: Response): Error {
  return new Error(`The call failed: ${response.status}`);
}
