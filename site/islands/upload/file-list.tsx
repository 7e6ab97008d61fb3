import { describeDocument } from './document-file';
import type { FileEntry } from './use-uploads';

/** The files, and callbacks. */
export type FileListProps = {
  entries: FileEntry[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
};

/** The chosen and uploaded files with their progress. */
export function FileList({ entries, onRemove, onRetry }: FileListProps) {
  return (
    <ol className="upload__files">
      {entries.map((entry, index) => (
        <li className="upload__file" key={entry.key}>
          <Row entry={entry} name={nameOf(entry, index)} onRemove={onRemove} onRetry={onRetry} />
        </li>
      ))}
    </ol>
  );
}

type RowProps = Omit<FileListProps, 'entries'> & { entry: FileEntry; name: string };

function Row({ entry, name, onRemove, onRetry }: RowProps) {
  const isUnderway = entry.state === 'waiting' || entry.state === 'sending';
  return (
    <>
      <div className="upload__what">
        <span className="upload__name">{name}</span>
        {entry.state === 'waiting' && <span className="upload__state">Waiting</span>}
        {entry.state === 'sending' && <Progress name={name} part={entry.part} />}
        {(entry.state === 'arrived' || entry.state === 'removing') && (
          <span className="upload__state">{`${describeDocument(entry.document)}. Uploaded`}</span>
        )}
        {(entry.state === 'failed' || entry.state === 'arrived') && entry.message !== null && (
          <span className="upload__problem" role="alert">
            {entry.message}
          </span>
        )}
      </div>
      <div className="upload__actions">
        {entry.state === 'failed' && entry.canRetry && (
          <button
            className="button button--quiet button--small"
            type="button"
            onClick={() => onRetry(entry.key)}
          >
            Try Again<span className="visually-hidden"> with {name}</span>
          </button>
        )}
        <button
          className="button button--quiet button--small"
          type="button"
          disabled={entry.state === 'removing'}
          onClick={() => onRemove(entry.key)}
        >
          {isUnderway ? 'Cancel' : 'Remove'}
          <span className="visually-hidden"> {name}</span>
        </button>
      </div>
    </>
  );
}

function Progress({ name, part }: { name: string; part: number }) {
  return (
    <span className="upload__progress">
      <progress max={1} value={part} aria-label={`${part < 1 ? 'Sending' : 'Checking'} ${name}`} />
      <span className="upload__state" aria-hidden="true">
        {part < 1 ? `${Math.floor(part * 100)} %` : 'Checking …'}
      </span>
    </span>
  );
}

/** The name of a file on the page. */
export function nameOf({ name }: FileEntry, index: number): string {
  return name ?? `File ${index + 1}`;
}
