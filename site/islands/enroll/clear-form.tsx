import { useState } from 'react';
import { takeFocus } from './take-focus';

/** Clears the form once somebody has said so twice: nothing of it comes back. */
export function ClearForm({ onClear }: { onClear: () => void }) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <button className="button button--quiet button--small" type="button" onClick={() => setAsks(true)}>
        Clear the Form
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands among words, where no fieldset can
    <span role="group" aria-label="Clear the form">
      Clear all that you typed?{' '}
      <button
        className="button button--quiet button--small"
        type="button"
        ref={takeFocus}
        onClick={() => setAsks(false)}
      >
        Keep It
      </button>{' '}
      <button className="button button--quiet button--small" type="button" onClick={onClear}>
        Clear It
      </button>
    </span>
  );
}
