import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { ACCEPTED, problemWith } from './document-file';
import type { UploadPhase } from './use-upload';

/** What the form is told, and tells. */
export type DocumentFormProps = {
  phase: Extract<UploadPhase, { name: 'choosing' | 'sending' }>;
  onSend: (file: File) => void;
  onCancel: () => void;
  /** Where the sign-up goes on without a document. */
  back: string;
};

/** Chooses a document, and shows how much of it is sent. */
export function DocumentForm({ phase, onSend, onCancel, back }: DocumentFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const isSending = phase.name === 'sending';
  const refusal = phase.name === 'choosing' ? phase.message : null;
  useLayoutEffect(() => {
    if (refusal !== null) {
      input.current?.focus();
    }
  }, [refusal]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const problem = problemWith(file);
    setWrong(problem);
    if (problem !== undefined || file === undefined) {
      input.current?.focus();
    } else {
      onSend(file);
    }
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      <p className="form__intro">
        Send the study team a document about your health, such as a letter from your doctor or a list of your
        medicines. You can also sign up without one.
      </p>
      {refusal !== null && !wrong && (
        <p className="note note--problem" role="alert">
          {refusal}
        </p>
      )}
      <div className={wrong ? 'field has-error' : 'field'}>
        <label className="field__label" htmlFor={id}>
          PDF or Picture
        </label>
        <p className="field__hint" id={`${id}-hint`}>
          A PDF, JPEG or PNG file of at most 10 MB. A photo of a page is fine if you can read it.
        </p>
        {wrong && (
          <p className="field__error" id={`${id}-error`} role="alert">
            {wrong}
          </p>
        )}
        <input
          className="input input--file"
          ref={input}
          id={id}
          type="file"
          accept={ACCEPTED}
          disabled={isSending}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChange={() => setWrong(undefined)}
        />
      </div>
      {phase.name === 'sending' ? (
        <>
          <Progress part={phase.part} />
          <button className="button button--quiet" type="button" onClick={onCancel}>
            Cancel
          </button>
        </>
      ) : (
        <div className="form__actions">
          <button className="button button--large" type="submit">
            Upload
          </button>
          <a className="button button--quiet" href={back}>
            Sign Up without a Document
          </a>
        </div>
      )}
    </form>
  );
}

function Progress({ part }: { part: number }) {
  const label = part < 1 ? 'Sending your document' : 'Checking your document';
  return (
    <p className="upload__progress">
      <progress max={1} value={part} aria-label={label} />
      <span aria-hidden="true">{label} …</span>
      {part < 1 && <span aria-hidden="true"> {Math.floor(part * 100)} %</span>}
    </p>
  );
}
