/** The key under which it stands that a document was uploaded. */
const KEY = 'doc_upload_status';
/** What stands there: that there is one, and nothing of it. */
const UPLOADED = 'uploaded';

/** Keeps whether a document was uploaded. */
export function keepUploadStatus(isUploaded: boolean): void {
  try {
    if (isUploaded) {
      localStorage.setItem(KEY, UPLOADED);
    } else {
      localStorage.removeItem(KEY);
    }
  } catch {
    // Without storage nobody is told when a document is gone.
  }
}

/** Whether a document was uploaded in this browser. */
export function wasUploaded(): boolean {
  try {
    return localStorage.getItem(KEY) === UPLOADED;
  } catch {
    return false;
  }
}
