/** What went wrong, quietly, and a way to try again. */
export function TryAgain({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="note note--problem" role="status">
      <p>{message}</p>
      <button className="button button--quiet button--small" type="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}
