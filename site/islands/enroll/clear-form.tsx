import { useState } from 'react';
import { takeFocus } from './take-focus';

/** Clears the form after a confirmation. */
export function ClearForm({ onClear }: { onClear: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming) {
    return (
      <button
        className="button button--quiet button--small"
        type="button"
        onClick={() => setConfirming(true)}
      >
        Clear the Form
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is inline text, where a fieldset is not allowed
    <span role="group" aria-label="Clear the form">
      Clear all that you typed?{' '}
      <button
        className="button button--quiet button--small"
        type="button"
        ref={takeFocus}
        onClick={() => setConfirming(false)}
      >
        Keep It
      </button>{' '}
      <button className="button button--quiet button--small" type="button" onClick={onClear}>
        Clear It
      </button>
    </span>
  );
}
