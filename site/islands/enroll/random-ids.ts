/** A random UUID. Works on pages without HTTPS, too, where `crypto.randomUUID` is missing. */
export function newIdempotencyKey(): string {
  if ('randomUUID' in crypto) {
    return crypto.randomUUID();
  }
  const bytes = randomBytes();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The address for connecting health records to a study, or null without a random id. The domain is always `-`. */
export function connectionAddress(studySysId: string | null, studyNumber: string): string | null {
  try {
    return `/connect-to-emr/${hex(randomBytes())}/${studySysId ?? '-'}/-/${studyNumber}`;
  } catch {
    return null;
  }
}

function randomBytes(): Uint8Array {
  return (crypto as Crypto).getRandomValues(new Uint8Array(16));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
