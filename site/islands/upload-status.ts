/** The local storage key of the upload status. */
const KEY = 'doc_upload_status';
/** The stored value: that there is a document, but nothing about it. */
const UPLOADED_VALUE = 'uploaded';

/** Stores whether a document was uploaded. */
export function storeUploadStatus(isUploaded: boolean): void {
  try {
    if (isUploaded) {
      localStorage.setItem(KEY, UPLOADED_VALUE);
    } else {
      localStorage.removeItem(KEY);
    }
  } catch {
    // Without storage, the visitor gets no notice when the document is gone.
  }
}

/** Whether a document was uploaded in this browser. */
export function wasUploaded(): boolean {
  try {
    return localStorage.getItem(KEY) === UPLOADED_VALUE;
  } catch {
    return false;
  }
}
