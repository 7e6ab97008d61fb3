import { type FormEvent, useId, useRef, useState } from 'react';
import { ACCEPTED, MAX_FILES, problemWith } from './document-file';

/** How many more files may be added, and a callback for the chosen ones. */
export type ChooseFilesProps = {
  room: number;
  onFiles: (files: File[]) => void;
};

/** Lets the visitor choose files, and reports those that can't be sent. */
export function ChooseFiles({ room, onFiles }: ChooseFilesProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<string[]>([]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const files = [...(input.current?.files ?? [])];
    const problems = problemsWith(files, room);
    setErrors(problems);
    onFiles(files.filter((file) => problemWith(file) === undefined).slice(0, room));
    if (input.current) {
      input.current.value = '';
    }
    if (problems.length > 0) {
      input.current?.focus();
    }
  };

  const hasErrors = errors.length > 0;
  const problems = hasErrors && (
    <div className="field__error" id={`${id}-error`} role="alert">
      {errors.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
  if (room <= 0) {
    return (
      <div className="note">
        <p>You have {MAX_FILES} files, the most that you can send.</p>
        {problems}
      </div>
    );
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <div className={hasErrors ? 'field has-error' : 'field'}>
        <label className="field__label" htmlFor={id}>
          PDFs or Photos
        </label>
        <p className="field__hint" id={`${id}-hint`}>
          PDF, JPEG, PNG, or HEIC. Up to {MAX_FILES} files, at most 10 MB each. You can choose several at
          once, such as the pages of a letter. A photo of a page is fine if you can read it.
        </p>
        {problems}
        <input
          className="input input--file"
          ref={input}
          id={id}
          type="file"
          multiple
          accept={ACCEPTED}
          aria-invalid={hasErrors ? true : undefined}
          aria-describedby={hasErrors ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChange={() => setErrors([])}
        />
      </div>
      <div className="form__actions">
        <button className="button" type="submit">
          Upload
        </button>
      </div>
    </form>
  );
}

function problemsWith(files: File[], room: number): string[] {
  if (files.length === 0) {
    return ['Choose a file first'];
  }
  const named = files.flatMap((file) => {
    const problem = problemWith(file);
    return problem === undefined ? [] : [files.length > 1 ? `${file.name}: ${problem}` : problem];
  });
  const tooMany = files.length - named.length - room;
  return tooMany > 0
    ? [...named, `You can send up to ${MAX_FILES} files. We left out the last ${tooMany}`]
    : named;
}
