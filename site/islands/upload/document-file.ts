import type { DocumentKind } from '../wire/DocumentKind';

/** The most bytes of a document: 10 MiB. */
export const MOST_BYTES = 10 * 1024 * 1024;

const KINDS: Record<DocumentKind, { label: string; ends: RegExp }> = {
  'application/pdf': { label: 'PDF', ends: /\.pdf$/i },
  'image/jpeg': { label: 'JPEG picture', ends: /\.jpe?g$/i },
  'image/png': { label: 'PNG picture', ends: /\.png$/i },
};
const NAMES = Object.keys(KINDS) as DocumentKind[];

/** What a file input offers to choose. */
export const ACCEPTED = NAMES.join(',');

/** What a file says it is, by its type, or by its name where a phone tells no type. */
export function kindOf({ type, name }: File): DocumentKind | undefined {
  return NAMES.find((kind) => (type === '' ? KINDS[kind].ends.test(name) : kind === type));
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
export function problemWith(file: File | undefined): string | undefined {
  if (file === undefined) {
    return 'Choose a file first';
  }
  if (kindOf(file) === undefined) {
    return 'Choose a PDF, or a JPEG or PNG picture';
  }
  if (file.size === 0) {
    return 'This file is empty. Choose another one';
  }
  return file.size > MOST_BYTES
    ? `This file is ${megabytes(file.size)}. Choose one of at most 10 MB`
    : undefined;
}
