/**
 * The failure, a callback if another attempt may help, and a title if the page has no other one. `isAlert` announces the
 * failure at once.
 */
export type TryAgainProps = {
  message: string;
  onRetry: (() => void) | null;
  title?: string;
  isAlert?: boolean;
};

/** Shows a failure with a button to try again. */
export function TryAgain({ message, onRetry, title, isAlert = false }: TryAgainProps) {
  // The button disappears when it is used, so the focus moves to the main content.
  const retry =
    onRetry &&
    (() => {
      document.getElementById('main')?.focus();
      onRetry();
    });
  return (
    <>
      {title && <h1 className="loading__title">{title}</h1>}
      <div className="note note--problem" role={isAlert ? 'alert' : 'status'}>
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
