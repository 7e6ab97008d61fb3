import * as v from 'valibot';
import type { DocumentKind } from '../wire/DocumentKind';
import type { UploadedDocument } from '../wire/UploadedDocument';
import type { UploadForm } from '../wire/UploadForm';
import { BackendError } from './backend-error';
import { anything, call } from './call';
import { shapeReader } from './shape';

const formShape = v.object({
  id: v.string(),
  action: v.string(),
  fields: v.record(v.string(), v.string()),
});
const uploadedShape = v.object({
  document: v.object({
    id: v.string(),
    kind: v.picklist(['application/pdf', 'image/jpeg', 'image/png', 'image/heic']),
    bytes: v.number(),
  }),
});

/** Sending 10 MB takes a while on a slow connection. In milliseconds. */
const SENDING_LIMIT = 10 * 60_000;

/** Requests a form for uploading a document of this kind. */
export function uploadForm(
  studyNumber: string,
  kind: DocumentKind,
  signal: AbortSignal,
): Promise<UploadForm> {
  return call({
    path: '/backend/upload',
    body: { study_number: studyNumber, kind },
    read: shapeReader(formShape),
    signal,
  });
}

/** Sends a document without its file name, and reports the progress from 0 to 1. */
export function sendDocument(
  { action, fields }: UploadForm,
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  form.append('file', file, 'document');
  return new Promise((resolve, reject) => {
    const rejectWith = (kind: 'cancelled' | 'timeout' | 'unreachable') => () =>
      reject(new BackendError({ kind }));
    const request = new XMLHttpRequest();
    request.open('POST', action);
    request.timeout = SENDING_LIMIT;
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) {
        onProgress(loaded / total);
      }
    };
    request.onload = () =>
      request.status === 204
        ? resolve()
        : reject(new BackendError({ kind: 'refused', status: request.status }));
    request.onerror = rejectWith('unreachable');
    request.ontimeout = rejectWith('timeout');
    request.onabort = rejectWith('cancelled');
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** Reports that a document was sent, and returns what arrived. Repeating the call gives the same answer. */
export async function completeUpload(
  studyNumber: string,
  id: string,
  signal: AbortSignal,
): Promise<UploadedDocument> {
  const body = { study_number: studyNumber, id };
  const read = shapeReader(uploadedShape);
  return (await call({ path: '/backend/upload/complete', body, read, signal, limit: 20_000 })).document;
}

/** Removes an uploaded document. */
export async function removeUpload(studyNumber: string, id: string): Promise<void> {
  await call({ path: '/backend/upload/remove', body: { study_number: studyNumber, id }, read: anything });
}
