/**
 * What went wrong, how to try again where that may help, a title where the page has no other one, and whether it is said
 * at once, whatever is being read, or takes the focus, because what somebody did comes to nothing.
 */
export type TryAgainProps = {
  message: string;
  onRetry: (() => void) | null;
  title?: string;
  isAlert?: boolean;
  takesFocus?: boolean;
};

/** What went wrong, quietly, and a way to try again. */
export function TryAgain({ message, onRetry, title, isAlert = false, takesFocus = false }: TryAgainProps) {
  // The button goes when it is used; whoever stood on it goes on with what comes.
  const retry =
    onRetry &&
    (() => {
      document.getElementById('main')?.focus();
      onRetry();
    });
  return (
    <>
      {title && <h1 className="loading__title">{title}</h1>}
      <div
        className="note note--problem"
        role={isAlert ? 'alert' : 'status'}
        tabIndex={takesFocus ? -1 : undefined}
        ref={takesFocus ? focus : undefined}
      >
        <p>{message}</p>
        {retry && (
          <button className="button button--quiet button--small" type="button" onClick={retry}>
            Try Again
          </button>
        )}
      </div>
    </>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
