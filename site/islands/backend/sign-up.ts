import { deadlineIn } from './deadline';

/** What a page needs to know of a sign-up. */
export type SignUp = { pt_id: string; study_number: string; acknowledged: boolean };

/** Looks up the sign-up of this browser by its number; nothing when it has none of that number. */
export function signUpOf(number: string): Promise<SignUp | null> {
  return ask(`?${new URLSearchParams({ number })}`);
}

/** Looks up the sign-up of this browser; nothing when it has none. */
export function signUpOfThisBrowser(): Promise<SignUp | null> {
  return ask('');
}

async function ask(query: string): Promise<SignUp | null> {
  const response = await fetch(`/backend/participant${query}`, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: deadlineIn(10_000).signal,
  });
  if (response.status === 404) {
    return null;
  }
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  const { data } = (await response.json()) as { data: SignUp | null };
  return data;
}
