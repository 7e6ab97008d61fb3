import type { DocumentKind } from '../wire/DocumentKind';

/** The most bytes of a document: 10 MiB. */
export const MOST_BYTES = 10 * 1024 * 1024;
/** The most documents of a sign-up. */
export const MOST_FILES = 10;

const KINDS: Record<DocumentKind, { label: string; ends: RegExp; types: string[] }> = {
  'application/pdf': { label: 'PDF', ends: /\.pdf$/i, types: ['application/pdf'] },
  'image/jpeg': { label: 'JPEG photo', ends: /\.jpe?g$/i, types: ['image/jpeg'] },
  'image/png': { label: 'PNG picture', ends: /\.png$/i, types: ['image/png'] },
  'image/heic': { label: 'HEIC photo', ends: /\.hei[cf]$/i, types: ['image/heic', 'image/heif'] },
};
const NAMES = Object.keys(KINDS) as DocumentKind[];

/** What a file input offers to choose. Some systems know HEIC only by the ending of the name. */
export const ACCEPTED = [...NAMES.flatMap((kind) => KINDS[kind].types), '.heic', '.heif'].join(',');

/** What a file says it is, by its type, or by its name where a system reports no type. */
export function kindOf({ type, name }: File): DocumentKind | undefined {
  return NAMES.find((kind) => (type === '' ? KINDS[kind].ends.test(name) : KINDS[kind].types.includes(type)));
}

/** A document in words: `PDF, 1.2 MB`. */
export function inWords({ kind, bytes }: { kind: DocumentKind; bytes: number }): string {
  return `${KINDS[kind].label}, ${megabytes(bytes)}`;
}

/** A size in words, rounded up to what is shown. */
export function megabytes(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} kB` : `${(Math.ceil((kilobytes / 1024) * 10) / 10).toFixed(1)} MB`;
}

/** Why a file can't be sent; nothing when it can. */
export function problemWith(file: File): string | undefined {
  if (kindOf(file) === undefined) {
    return 'Choose a PDF, or a JPEG, PNG, or HEIC photo';
  }
  if (file.size === 0) {
    return 'This file is empty. Choose another one';
  }
  return file.size > MOST_BYTES
    ? `This file is ${megabytes(file.size)}. Choose one of at most 10 MB`
    : undefined;
}
