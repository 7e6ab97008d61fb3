/**
 * What went wrong, how to try again where that may help, a title where the page has no other one, and whether it is said
 * at once, whatever is being read.
 */
export type TryAgainProps = {
  message: string;
  onRetry: (() => void) | null;
  title?: string;
  isAlert?: boolean;
};

/** What went wrong, quietly, and a way to try again. */
export function TryAgain({ message, onRetry, title, isAlert = false }: TryAgainProps) {
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
