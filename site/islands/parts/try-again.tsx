/** What went wrong, quietly, and a way to try again. */
export function TryAgain({ message, onRetry }: { message: string; onRetry: () => void }) {
  // The button goes when it is used; whoever stood on it goes on with what comes.
  const retry = () => {
    document.getElementById('main')?.focus();
    onRetry();
  };
  return (
    <div className="note note--problem" role="status">
      <p>{message}</p>
      <button className="button button--quiet button--small" type="button" onClick={retry}>
        Try Again
      </button>
    </div>
  );
}
