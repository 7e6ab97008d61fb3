/** A random hexadecimal id, or null if the device can't generate one. */
function randomId(): string | null {
  try {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

/** The address for connecting health records to a study, or null without a random id. The domain is always `-`. */
export function connectionAddress(studySysId: string | null, studyNumber: string): string | null {
  const id = randomId();
  return id && `/connect-to-emr/${id}/${studySysId ?? '-'}/-/${studyNumber}`;
}
