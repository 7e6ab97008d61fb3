import { useLayoutEffect, useRef } from 'react';

/** Says what happens next, and takes the focus from the form. */
export function CheckEmail() {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => note.current?.focus(), []);
  return (
    <div ref={note} className="note" role="status" tabIndex={-1}>
      <p className="note__title">Check Your Email</p>
      <p>
        We haven’t sent your details yet. We have sent an email to the address that you entered. Open the link
        in it within a day, and press the button there. If no email comes, look among your spam, or try again.
      </p>
    </div>
  );
}
