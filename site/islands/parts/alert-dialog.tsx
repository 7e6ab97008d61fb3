import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A second button of an alert. The Escape key does the same. */
export type AlertWayBack = { label: string; onPress: () => void };

/** The content and callbacks of an alert. */
export type AlertDialogProps = {
  message: string;
  children?: ReactNode;
  onClose: () => void;
  wayBack?: AlertWayBack;
};

/** Shows one message that the visitor must read before continuing. Opens when it is rendered. */
export function AlertDialog({ message, children, onClose, wayBack }: AlertDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closing it before it is removed returns the focus to the previous element.
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
