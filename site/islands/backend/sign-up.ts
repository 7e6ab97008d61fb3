/** What the thank-you page needs to know of a sign-up. */
export type SignUp = { pt_id: string };

/** Looks up the sign-up of this browser by its number; nothing when it has none of that number. */
export async function signUpOf(number: string): Promise<SignUp | null> {
  const response = await fetch(`/backend/participant?${new URLSearchParams({ number })}`, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 404) {
    return null;
  }
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  const { data } = (await response.json()) as { data: SignUp };
  return data;
}
