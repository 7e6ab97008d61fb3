import { useEffect, useRef, useState } from 'react';
import { BackendError, isCancelled, plainSentence } from '../backend/backend-error';
import { chosenPerson } from '../backend/chosen-person';
import { draftFor, type StartedSignUp, startedInThisBrowser } from '../backend/sign-up';
import { completeUpload, removeUpload, sendDocument, uploadForm } from '../backend/upload';
import { storeUploadStatus } from '../upload-status';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { kindOf } from './document-file';

/** A file of the list. Its name never leaves this page; a document that was uploaded before has none. */
export type FileEntry = { key: string; name: string | null } & FileState;

type FileState =
  | { state: 'waiting'; file: File }
  /** `part` goes from 0 to 1. At 1, the server checks the file. */
  | { state: 'sending'; file: File; part: number }
  | { state: 'failed'; file: File; message: string; canRetry: boolean }
  | { state: 'arrived'; document: UploadedDocument; message: string | null }
  | { state: 'removing'; document: UploadedDocument };

/** The state of the sign-up that the files belong to, or of its lookup. */
export type UploadPhase = 'looking' | 'failed' | 'signed-up' | 'open';

/** Uploads files for a sign-up one after another, in order. */
export function useUploads(studyNumber: string) {
  const [phase, setPhase] = useState<UploadPhase>('looking');
  const [entries, setEntries] = useState<FileEntry[]>([]);
  const sending = useRef<{ key: string; call: AbortController } | null>(null);
  const next = useRef(0);

  const isLooking = phase === 'looking';
  useEffect(() => {
    let isCurrent = isLooking;
    const show = (started: StartedSignUp) => {
      const ownDraft = draftFor(studyNumber, started);
      if (started.data?.study_number === studyNumber && chosenPerson(ownDraft) === null) {
        setPhase('signed-up');
        return;
      }
      setEntries((ownDraft?.documents ?? []).map(entryOf));
      setPhase('open');
    };
    if (isLooking) {
      startedInThisBrowser(studyNumber).then(
        (started) => isCurrent && show(started),
        () => isCurrent && setPhase('failed'),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [studyNumber, isLooking]);

  useEffect(() => () => sending.current?.call.abort(), []);

  const change = (key: string, state: FileState) =>
    setEntries((previous) =>
      previous.map((entry) => (entry.key === key ? { key, name: entry.name, ...state } : entry)),
    );
  const removeEntry = (key: string) =>
    setEntries((previous) => previous.filter((entry) => entry.key !== key));

  const send = async (key: string, file: File, call: AbortController) => {
    try {
      const onPart = (part: number) => change(key, { state: 'sending', file, part });
      onPart(0);
      const document = await sendFile(studyNumber, file, onPart, call.signal);
      storeUploadStatus(true);
      change(key, { state: 'arrived', document, message: null });
    } catch (error) {
      if (isCancelled(error)) {
        removeEntry(key);
      } else {
        change(key, { state: 'failed', file, message: plainSentence(error), canRetry: !isRefused(error) });
      }
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next file starts only when the list has changed
  useEffect(() => {
    const waiting = entries.find((entry) => entry.state === 'waiting');
    if (sending.current === null && waiting?.state === 'waiting') {
      const { key, file } = waiting;
      const call = new AbortController();
      sending.current = { key, call };
      send(key, file, call).finally(() => {
        sending.current = null;
        setEntries((previous) => [...previous]);
      });
    }
  }, [entries]);

  const add = (files: File[]) =>
    setEntries((previous) => [
      ...previous,
      ...files.map((file): FileEntry => {
        next.current += 1;
        return { key: `chosen-${next.current}`, name: file.name, state: 'waiting', file };
      }),
    ]);

  const remove = async (key: string) => {
    const entry = entries.find((other) => other.key === key);
    if (entry?.state === 'sending') {
      sending.current?.call.abort();
    } else if (entry?.state === 'arrived') {
      const { document } = entry;
      change(key, { state: 'removing', document });
      try {
        await removeUpload(studyNumber, document.id);
        removeEntry(key);
        if (!entries.some((other) => other.key !== key && other.state === 'arrived')) {
          storeUploadStatus(false);
        }
      } catch (error) {
        change(key, { state: 'arrived', document, message: plainSentence(error) });
      }
    } else if (entry?.state !== 'removing') {
      removeEntry(key);
    }
  };

  const retry = (key: string) => {
    const entry = entries.find((other) => other.key === key);
    if (entry?.state === 'failed') {
      change(key, { state: 'waiting', file: entry.file });
    }
  };

  return { phase, entries, lookAgain: () => setPhase('looking'), add, remove, retry };
}

function entryOf(document: UploadedDocument): FileEntry {
  return { key: document.id, name: null, state: 'arrived', document, message: null };
}

/** Whether the server would reject the same file again. */
function isRefused(error: unknown): boolean {
  return error instanceof BackendError && error.failure.kind === 'problem' && error.failure.status === 422;
}

/** Whether the server may have processed the call although its answer was lost. */
function isAnswerLost(error: unknown): boolean {
  const kind = error instanceof BackendError ? error.failure.kind : null;
  return kind === 'unreachable' || kind === 'timeout';
}

async function sendFile(
  studyNumber: string,
  file: File,
  onPart: (part: number) => void,
  signal: AbortSignal,
): Promise<UploadedDocument> {
  const kind = kindOf(file) ?? 'application/pdf';
  const form = await uploadForm(studyNumber, kind, signal);
  await sendDocument(form, file, onPart, signal);
  onPart(1);
  try {
    return await completeUpload(studyNumber, form.id, signal);
  } catch (error) {
    if (isAnswerLost(error)) {
      return completeUpload(studyNumber, form.id, signal);
    }
    throw error;
  }
}
