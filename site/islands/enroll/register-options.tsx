import { useEffect, useRef, useState } from 'react';
import { removeUpload } from '../backend/upload';
import { NO_RANDOM_ID } from '../messages/connection';
import { AlertDialog } from '../parts/alert-dialog';
import { inWords } from '../upload/document-file';
import { keepUploadStatus, wasUploaded } from '../upload-status';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { connectionAddress } from './connection-address';

/** A way to register that the content offers. */
export type RegisterOption = 'manually' | 'emr' | 'upload';

/** So long a person can read where a way leads, in milliseconds. */
export const REDIRECT_DELAY = 1500;

/** Which ways there are, and what has to be done before another page. */
export type RegisterOptionsProps = {
  options: RegisterOption[];
  studyNumber: string;
  /** The system's id of the study. */
  studySysId: string | null;
  /** The document that was uploaded before. */
  document: UploadedDocument | null;
  /** Whether one that was uploaded before is not there any more. */
  isGone: boolean;
  onDocument: (document: UploadedDocument | null) => void;
  /** Shows the form. */
  onManually: () => void;
  /** Keeps what was typed. */
  onLeaving: () => Promise<void>;
};

/** The ways to register: by hand, from medical records, or with a document. */
export function RegisterOptions(props: RegisterOptionsProps) {
  const { options, studyNumber, document, onDocument, onManually, onLeaving } = props;
  /** What the person is taken to. */
  const [goesTo, setGoesTo] = useState<string>();
  const [hasNoId, setHasNoId] = useState(false);
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const title = useRef<HTMLHeadingElement>(null);
  const [isGone] = useState(() => props.isGone && wasUploaded());
  useEffect(() => {
    if (isGone) {
      keepUploadStatus(false);
    }
    return () => clearTimeout(timer.current);
  }, [isGone]);

  const leaveFor = (name: string, address: string | null) => {
    if (goesTo) {
      return;
    }
    if (address === null) {
      setHasNoId(true);
      return;
    }
    setGoesTo(name);
    const kept = onLeaving();
    timer.current = setTimeout(async () => {
      await kept;
      location.assign(address);
    }, REDIRECT_DELAY);
  };

  const remove = async () => {
    setFailed(false);
    try {
      await removeUpload(studyNumber);
      keepUploadStatus(false);
      onDocument(null);
      requestAnimationFrame(() => title.current?.focus());
    } catch {
      setFailed(true);
    }
  };

  const canUpload = options.includes('upload') && document === null;
  const canConnect = options.includes('emr');
  return (
    <>
      {document !== null && (
        <p className="note">
          Your document ({inWords(document)}) goes with your sign up.{' '}
          <button className="button button--quiet button--small" type="button" onClick={remove}>
            Remove It
          </button>
          <span role="status">{failed && ' We could not remove it. Please try again.'}</span>
        </p>
      )}
      {(canUpload || canConnect) && (
        <section className="register" aria-labelledby="register-title">
          <h2 className="register__title" id="register-title" ref={title} tabIndex={-1}>
            How Do You Want to Register?
          </h2>
          {isGone && (
            <p className="note">The document that you uploaded before is gone. You can upload it again.</p>
          )}
          <div className="register__options">
            {options.includes('manually') && (
              <button className="button button--quiet" type="button" onClick={onManually}>
                Enter Manually
              </button>
            )}
            {canConnect && (
              <button
                className="button button--quiet"
                type="button"
                aria-disabled={!!goesTo}
                onClick={() => leaveFor('your records', connectionAddress(props.studySysId, studyNumber))}
              >
                Connect My EMR
              </button>
            )}
            {canUpload && (
              <button
                className="button button--quiet"
                type="button"
                aria-disabled={!!goesTo}
                onClick={() => leaveFor('the upload', `/upload-document/${studyNumber}`)}
              >
                Upload Document
              </button>
            )}
          </div>
          <p className="register__next" role="status">
            {goesTo && `One moment. We keep what you entered and take you to ${goesTo} …`}
          </p>
        </section>
      )}
      {hasNoId && <AlertDialog message={NO_RANDOM_ID} onClose={() => setHasNoId(false)} />}
    </>
  );
}
