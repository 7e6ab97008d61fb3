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
  /** Whether one that was uploaded before is not there any more. */
  isGone: boolean;
  onDocument: (document: UploadedDocument | null) => void;
  /** Shows the form. */
  onManually: () => void;
  /** Keeps what was typed. */
  onLeaving: () => Promise<void>;
};

/** The ways to register: by hand, or with a document. */
export function RegisterOptions(props: RegisterOptionsProps) {
  const { options, studyNumber, document, onDocument, onManually, onLeaving } = props;
  const [goesOn, setGoesOn] = useState(false);
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

  const upload = () => {
    if (goesOn) {
      return;
    }
    setGoesOn(true);
    const kept = onLeaving();
    timer.current = setTimeout(async () => {
      await kept;
      location.assign(`/upload-document/${studyNumber}`);
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

  if (document !== null) {
    return (
      <p className="note">
        Your document ({inWords(document)}) goes with your sign up.{' '}
        <button className="button button--quiet button--small" type="button" onClick={remove}>
          Remove It
        </button>
        <span role="status">{failed && ' We could not remove it. Please try again.'}</span>
      </p>
    );
  }
  if (!options.includes('upload')) {
    return null;
  }
  return (
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
        <button className="button button--quiet" type="button" aria-disabled={goesOn} onClick={upload}>
          Upload Document
        </button>
      </div>
      <p className="register__next" role="status">
        {goesOn && 'One moment. We keep what you entered and take you to the upload …'}
      </p>
    </section>
  );
}
