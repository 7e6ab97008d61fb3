import { useEffect, useRef, useState } from 'react';
import { removeUpload } from '../backend/upload';
import { inWords } from '../upload/document-file';
import { keepUploadStatus, wasUploaded } from '../upload-status';
import type { UploadedDocument } from '../wire/UploadedDocument';

/** A way to register that the content offers. */
export type RegisterOption = 'manually' | 'upload';

/** So long a person can read where a way leads, in milliseconds. */
export const REDIRECT_DELAY = 1500;

/** Which ways there are, and what has to be done before another page. */
export type RegisterOptionsProps = {
  options: RegisterOption[];
  studyNumber: string;
  /** The document that was uploaded before. */
  document: UploadedDocument | null;
  /** Shows the form. */
  onManually: () => void;
  /** Keeps what was typed. */
  onLeaving: () => Promise<void>;
};

/** The ways to register: by hand, or with a document. */
export function RegisterOptions(props: RegisterOptionsProps) {
  const { options, studyNumber, onManually, onLeaving } = props;
  const [document, setDocument] = useState(props.document);
  const [goesOn, setGoesOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [wasKept] = useState(() => wasUploaded() && props.document === null);
  useEffect(() => {
    if (wasKept) {
      keepUploadStatus(false);
    }
    return () => clearTimeout(timer.current);
  }, [wasKept]);

  const upload = async () => {
    setGoesOn(true);
    const kept = onLeaving();
    timer.current = setTimeout(async () => {
      await kept;
      location.assign(`/upload-document/${studyNumber}`);
    }, REDIRECT_DELAY);
  };

  const remove = () => {
    setDocument(null);
    keepUploadStatus(false);
    removeUpload(studyNumber).catch(() => setDocument(document));
  };

  if (document !== null) {
    return (
      <p className="note">
        Your document ({inWords(document)}) goes with your sign up.{' '}
        <button className="button button--quiet button--small" type="button" onClick={remove}>
          Remove It
        </button>
      </p>
    );
  }
  if (!options.includes('upload')) {
    return null;
  }
  return (
    <section className="register" aria-labelledby="register-title">
      <h2 className="register__title" id="register-title">
        How Do You Want to Register?
      </h2>
      {wasKept && (
        <p className="note">The document that you uploaded before is gone. You can upload it again.</p>
      )}
      <div className="register__options">
        {options.includes('manually') && (
          <button className="button button--quiet" type="button" onClick={onManually}>
            Enter Manually
          </button>
        )}
        <button className="button button--quiet" type="button" disabled={goesOn} onClick={upload}>
          Upload Document
        </button>
      </div>
      <p className="register__next" role="status">
        {goesOn && 'One moment. We keep what you entered and take you to the upload …'}
      </p>
    </section>
  );
}
