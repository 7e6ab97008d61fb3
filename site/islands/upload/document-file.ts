import type { DocumentKind } from '../wire/DocumentKind';

/** The maximum size of a document: 10 MiB. */
export const MAX_BYTES = 10 * 1024 * 1024;
/** The maximum number of documents of a sign-up. */
export const MAX_FILES = 10;

const KINDS: Record<DocumentKind, { label: string; ends: RegExp; types: string[] }> = {
  'application/pdf': { label: 'PDF', ends: /\.pdf$/i, types: ['application/pdf'] },
  'image/jpeg': { label: 'JPEG photo', ends: /\.jpe?g$/i, types: ['image/jpeg'] },
  'image/png': { label: 'PNG picture', ends: /\.png$/i, types: ['image/png'] },
  'image/heic': { label: 'HEIC photo', ends: /\.hei[cf]$/i, types: ['image/heic', 'image/heif'] },
};
const NAMES = Object.keys(KINDS) as DocumentKind[];

/** The `accept` list of the file input. Some systems recognize HEIC only by the file extension. */
export const ACCEPTED = [...NAMES.flatMap((kind) => KINDS[kind].types), '.heic', '.heif'].join(',');

/** The kind of a file by its type, or by its extension if the system reports no type. */
export function kindOf({ type, name }: File): DocumentKind | undefined {
  return NAMES.find((kind) => (type === '' ? KINDS[kind].ends.test(name) : KINDS[kind].types.includes(type)));
}

/** A document's kind and size: `PDF, 1.2 MB`. */
export function describeDocument({ kind, bytes }: { kind: DocumentKind; bytes: number }): string {
  return `${KINDS[kind].label}, ${megabytes(bytes)}`;
}

/** A size in kB or MB, rounded up. */
export function megabytes(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} kB` : `${(Math.ceil((kilobytes / 1024) * 10) / 10).toFixed(1)} MB`;
}

/** Why a file can't be sent, or undefined. */
export function problemWith(file: File): string | undefined {
  if (kindOf(file) === undefined) {
    return 'Choose a PDF, or a JPEG, PNG, or HEIC photo';
  }
  if (file.size === 0) {
    return 'This file is empty. Choose another one';
  }
  return file.size > MAX_BYTES
    ? `This file is ${megabytes(file.size)}. Choose one of at most 10 MB`
    : undefined;
}
