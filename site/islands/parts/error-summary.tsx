import { type RefObject, useId, useLayoutEffect, useRef } from 'react';

/** An error of a form; `target` is the id of the field to fix. */
export type FormError = { target: string | null; message: string };

/** The content of a summary. A new `attempt` moves the focus to it again. */
export type ErrorSummaryProps = { title: string; errors: FormError[]; attempt: number };

/** Lists the errors of a form, takes the focus, and links to the fields. */
export function ErrorSummary({ title, errors, attempt }: ErrorSummaryProps) {
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt moves the focus, even with the same errors
  useLayoutEffect(() => box.current?.focus(), [attempt]);
  return (
    <div ref={box} className="error-summary" role="alert" aria-labelledby={id} tabIndex={-1}>
      <h2 className="error-summary__title" id={id}>
        {title}
      </h2>
      {errors.length > 0 && (
        <ul className="error-summary__list">
          {errors.map(({ target, message }) => (
            <li key={`${target} ${message}`}>
              {target ? <FieldLink target={target} message={message} /> : message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FieldLink({ target, message }: { target: string; message: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        const field = document.getElementById(target);
        if (field) {
          event.preventDefault();
          field.focus();
        }
      }}
    >
      {message}
    </a>
  );
}
