import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A second way out of an alert, which the Escape key takes, too. */
export type AlertWayBack = { label: string; onPress: () => void };

/** What an alert shows. */
export type AlertDialogProps = {
  message: string;
  children?: ReactNode;
  onClose: () => void;
  wayBack?: AlertWayBack;
};

/** Says one thing that the person has to know before going on. Opens by being rendered. */
export function AlertDialog({ message, children, onClose, wayBack }: AlertDialogProps) {
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
        (wayBack?.onPress ?? onClose)();
      }}
    >
      <p className="dialog__message" id={id}>
        {message}
      </p>
      {children}
      <div className="dialog__actions">
        <button className="button" type="button" onClick={onClose}>
          OK
        </button>
        {wayBack && (
          <button className="button button--quiet" type="button" onClick={wayBack.onPress}>
            {wayBack.label}
          </button>
        )}
      </div>
    </dialog>
  );
}
