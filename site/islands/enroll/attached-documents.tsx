import { useRef, useState } from 'react';
import { removeUpload } from '../backend/upload';
import { describeDocument, MAX_FILES } from '../upload/document-file';
import type { UploadedDocument } from '../wire/UploadedDocument';

/** The documents, with callbacks for removing one and adding more. */
export type AttachedDocumentsProps = {
  documents: UploadedDocument[];
  studyNumber: string;
  onDocuments: (left: UploadedDocument[]) => void;
  onMore: () => void;
};

/** The documents that will be sent with the sign-up. */
export function AttachedDocuments({ documents, studyNumber, onDocuments, onMore }: AttachedDocumentsProps) {
  const [failed, setFailed] = useState(false);
  const title = useRef<HTMLParagraphElement>(null);
  const remove = async ({ id }: UploadedDocument) => {
    setFailed(false);
    try {
      await removeUpload(studyNumber, id);
      onDocuments(documents.filter((document) => document.id !== id));
      title.current?.focus();
    } catch {
      setFailed(true);
    }
  };
  const count = documents.length;
  return (
    <div className="note">
      <p className="note__title" ref={title} tabIndex={-1}>
        {count === 1 ? 'Your document goes with your sign up' : `${count} documents go with your sign up`}
      </p>
      <ul className="upload__files">
        {documents.map((document, index) => (
          <li className="upload__file" key={document.id}>
            <span className="upload__name">{`${count > 1 ? `${index + 1}. ` : ''}${describeDocument(document)}`}</span>
            <button
              className="button button--quiet button--small"
              type="button"
              onClick={() => remove(document)}
            >
              Remove<span className="visually-hidden"> document {index + 1}</span>
            </button>
          </li>
        ))}
      </ul>
      {count < MAX_FILES && (
        <button className="button button--quiet button--small" type="button" onClick={onMore}>
          Add More Files
        </button>
      )}
      <span role="status">{failed && ' We couldn’t remove it. Please try again.'}</span>
    </div>
  );
}
