import type { ReferralState } from '../wire/ReferralState';
import type { ReturnRequest } from '../wire/ReturnRequest';
import type { SignUpDraft } from '../wire/SignUpDraft';
import { askAboutSignUp } from './own-sign-up';
import { forgetSentForm, sentForm } from './sent-form';

/** What a page needs to know of a sign-up. */
export type SignUp = {
  pt_id: string;
  study_number: string;
  /** Its title; nothing when it is not there any more. */
  study_title?: string | null;
  /** Whether the owner of the address confirmed it. */
  email_confirmed?: boolean;
  /** The address, as long as it isn't confirmed. */
  email_to_confirm?: string;
  /** Whether a representative signed somebody else up. */
  by_representative?: boolean;
  acknowledged: boolean;
  /** How far the study team has come; nothing before it says so. */
  referral?: ReferralState | null;
};

/** What a browser began: a sign-up, and what was said before one. */
export type BegunSignUp = { data: SignUp | null; draft: SignUpDraft | null };

/** Looks up the sign-up of this browser by its number; nothing when it has none of that number. */
export async function signUpOf(number: string): Promise<SignUp | null> {
  return (await ask(`?${new URLSearchParams({ number })}`)).data;
}

/**
 * Looks up what this browser began: its newest sign-up for this study, else its newest one. A sign-up whose response was
 * lost is opened first.
 */
export async function begunInThisBrowser(study: string | null): Promise<BegunSignUp> {
  const form_key = sentForm();
  if (form_key !== null) {
    const body = { form_key } satisfies ReturnRequest;
    const found = await askAboutSignUp('/backend/participant/return', body);
    if (found.ok || found.status === 404) {
      forgetSentForm();
    }
  }
  return ask(study === null ? '' : `?${new URLSearchParams({ study })}`);
}

async function ask(query: string): Promise<BegunSignUp> {
  const response = await askAboutSignUp(`/backend/participant${query}`);
  if (response.status === 404) {
    return { data: null, draft: null };
  }
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  const { data, draft } = (await response.json()) as Partial<BegunSignUp>;
  return { data: data ?? null, draft: draft ?? null };
}
