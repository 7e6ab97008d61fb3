import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NO_RANDOM_ID } from '../messages/sign-up';
import { AlertDialog } from '../parts/alert-dialog';
import { storeUploadStatus, wasUploaded } from '../upload-status';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { AttachedDocuments } from './attached-documents';
import { connectionAddress } from './random-ids';

/** A way to register, as configured in the content. */
export type RegisterOption = 'manually' | 'emr' | 'upload';

/** How long the notice about the next page is shown before it opens, in milliseconds. */
export const REDIRECT_DELAY = 1500;

/** The ways to register, the documents, and callbacks. */
export type RegisterOptionsProps = {
  options: RegisterOption[];
  studyNumber: string;
  /** The study's system id. */
  studySysId: string | null;
  /** The documents that were uploaded before. */
  documents: UploadedDocument[];
  /** Whether an uploaded document no longer exists. */
  isGone: boolean;
  onDocuments: (documents: UploadedDocument[]) => void;
  /** Moves the focus to the form. */
  onManually: () => void;
  /** Stores the draft. */
  onLeaving: () => Promise<void>;
};

/** The ways to register: by hand, from medical records, or with a document. */
export function RegisterOptions(props: RegisterOptionsProps) {
  const { options, studyNumber, documents, onManually, onLeaving } = props;
  /** The name of the next page, once one is chosen. */
  const [goesTo, setGoesTo] = useState<string>();
  const [hasNoId, setHasNoId] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const title = useRef<HTMLHeadingElement>(null);
  const [isGone] = useState(() => props.isGone && wasUploaded());
  useEffect(() => {
    if (isGone) {
      storeUploadStatus(false);
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
    const saved = onLeaving();
    timer.current = setTimeout(async () => {
      await saved;
      location.assign(address);
    }, REDIRECT_DELAY);
  };

  const upload = () => leaveFor('the upload', `/upload-document/${studyNumber}`);
  const onDocuments = (left: UploadedDocument[]) => {
    props.onDocuments(left);
    if (left.length === 0) {
      storeUploadStatus(false);
      requestAnimationFrame(() => title.current?.focus());
    }
  };
  const canUpload = options.includes('upload') && documents.length === 0;
  const canConnect = options.includes('emr');
  return (
    <>
      {documents.length > 0 && (
        <AttachedDocuments {...{ documents, studyNumber, onDocuments }} onMore={upload} />
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
              <RegisterWay name="manually" says="Type your answers into this form.">
                <button
                  className="button button--quiet"
                  type="button"
                  aria-describedby="way-manually"
                  onClick={onManually}
                >
                  Enter Manually
                </button>
              </RegisterWay>
            )}
            {canConnect && (
              <RegisterWay
                name="emr"
                says="EMR means electronic medical record. Go to your clinic’s or hospital’s patient portal, and choose which of your records we may use to fill in this form."
              >
                <button
                  className="button button--quiet"
                  type="button"
                  aria-disabled={!!goesTo}
                  aria-describedby="way-emr"
                  onClick={() => leaveFor('your records', connectionAddress(props.studySysId, studyNumber))}
                >
                  Connect My EMR
                </button>
              </RegisterWay>
            )}
            {canUpload && (
              <RegisterWay
                name="upload"
                says="Send the study team a letter from your doctor or a list of your medicines with your sign up."
              >
                <button
                  className="button button--quiet"
                  type="button"
                  aria-disabled={!!goesTo}
                  aria-describedby="way-upload"
                  onClick={upload}
                >
                  Upload Document
                </button>
              </RegisterWay>
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

function RegisterWay({ name, says, children }: { name: RegisterOption; says: string; children: ReactNode }) {
  return (
    <div className="register__way">
      {children}
      <p className="field__hint" id={`way-${name}`}>
        {says}
      </p>
    </div>
  );
}

/** Points from the top of the form to the other ways to register further down. */
export function OtherWays({ options, hasDocument }: { options: RegisterOption[]; hasDocument: boolean }) {
  const ways = [
    options.includes('emr') && 'connect your medical records',
    options.includes('upload') && !hasDocument && 'upload a document',
  ].filter(Boolean);
  return ways.length === 0 ? null : (
    <>
      {' '}
      You can also <a href="#register-title">{ways.join(' or ')}</a>.
    </>
  );
}
