import { useEffect, useRef, useState } from 'react';
import { isCancelled, plainSentence } from '../backend/backend-error';
import { begunInThisBrowser } from '../backend/sign-up';
import { completeUpload, removeUpload, sendDocument, uploadForm } from '../backend/upload';
import { keepUploadStatus } from '../upload-status';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { kindOf } from './document-file';

/** How far an upload has come. */
export type UploadPhase =
  | { name: 'looking' }
  /** The sign-up that it could go with is done. */
  | { name: 'signed-up' }
  | { name: 'choosing'; message: string | null }
  /** From 0 to 1; at 1 the server looks at it. */
  | { name: 'sending'; part: number }
  | { name: 'removing'; document: UploadedDocument }
  | { name: 'uploaded'; document: UploadedDocument; isNew: boolean; message: string | null };

/** Uploads a document for the sign-up for a study, unless there is one already. */
export function useUpload(studyNumber: string) {
  const [phase, setPhase] = useState<UploadPhase>({ name: 'looking' });
  const sending = useRef<AbortController | null>(null);

  useEffect(() => {
    let wanted = true;
    begunInThisBrowser(studyNumber)
      .catch(() => null)
      .then((begun) => {
        const draft = begun?.draft?.study_number === studyNumber ? begun.draft : null;
        const document = draft?.document ?? null;
        if (!wanted) {
          return;
        }
        if (begun?.data?.study_number === studyNumber) {
          setPhase({ name: 'signed-up' });
        } else if (document) {
          setPhase({ name: 'uploaded', document, isNew: false, message: null });
        } else {
          setPhase({ name: 'choosing', message: null });
        }
      });
    return () => {
      wanted = false;
      sending.current?.abort();
    };
  }, [studyNumber]);

  const send = async (file: File) => {
    const kind = kindOf(file);
    if (kind === undefined) {
      return;
    }
    const call = new AbortController();
    sending.current = call;
    setPhase({ name: 'sending', part: 0 });
    try {
      const form = await uploadForm(studyNumber, kind, call.signal);
      await sendDocument(form, file, (part) => setPhase({ name: 'sending', part }), call.signal);
      const document = await completeUpload(studyNumber, call.signal);
      keepUploadStatus(true);
      setPhase({ name: 'uploaded', document, isNew: true, message: null });
    } catch (error) {
      setPhase({ name: 'choosing', message: isCancelled(error) ? null : plainSentence(error) });
    }
  };

  const remove = async () => {
    if (phase.name !== 'uploaded') {
      return;
    }
    const { document } = phase;
    setPhase({ name: 'removing', document });
    try {
      await removeUpload(studyNumber);
      keepUploadStatus(false);
      setPhase({ name: 'choosing', message: null });
    } catch (error) {
      setPhase({ name: 'uploaded', document, isNew: false, message: plainSentence(error) });
    }
  };

  return { phase, send, remove, cancel: () => sending.current?.abort() };
}
