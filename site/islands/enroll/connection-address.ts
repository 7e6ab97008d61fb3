/** A random number that no other connection has, in hexadecimal digits; nothing where the device can make none. */
function randomId(): string | null {
  try {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

/** Where health records are connected for a study; nothing without a random id. No study has a domain of its own. */
export function connectionAddress(studySysId: string | null, studyNumber: string): string | null {
  const id = randomId();
  return id && `/connect-to-emr/${id}/${studySysId ?? '-'}/-/${studyNumber}`;
}
