import { TryAgain } from '../parts/try-again';

/** Shown when the lookup of an earlier sign-up fails. A new sign-up could replace what was entered before. */
export function LookupFailed({ onRetry, onNew }: { onRetry: () => void; onNew: () => void }) {
  const beginAnew = () => {
    // The button disappears, so the focus moves to the main content.
    document.getElementById('main')?.focus();
    onNew();
  };
  return (
    <>
      <TryAgain
        title="Sign Up"
        message="We couldn’t load what you entered here before. Check your connection and try again."
        onRetry={onRetry}
      />
      <p>
        Or begin again, if you don’t need what you entered before.{' '}
        <button className="button button--quiet button--small" type="button" onClick={beginAnew}>
          Begin a New Sign Up
        </button>
      </p>
    </>
  );
}
