import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** What an alert shows. */
export type AlertDialogProps = { message: string; children?: ReactNode; onClose: () => void };

/** Says one thing that the person has to know before going on. Opens by being rendered. */
export function AlertDialog({ message, children, onClose }: AlertDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is taken out of the page, it gives the focus back to what had it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <p className="dialog__message" id={id}>
        {message}
      </p>
      {children}
      <button className="button" type="button" onClick={onClose}>
        OK
      </button>
    </dialog>
  );
}
